-- tammany p0qbxVhY92um j4sMvaHv6reFp7ZGjOGW4j98pS--jX_scJz2hmchFI8 v3Vjtpn5-Dg2lZlpkZGgVt8iLj97uvrqzLWaNDYRbiI uPC0wTo5Pue4SFIq2KOZOCO0wBFI3Zq4nIUwLPiWY8s
-- cityhall owAdWceFu5db vN9hOLGHKMeERklIMlAalDo_180eub73ps4B36SNaZM pJhwDzMoXTKdmeYNnGBcYLr_hLa6fV6-MSHT_xMGjLE AT1r-kYfcKXGoZYTq4QZYBCu13vU_Y5N6Mr6Tic_prg
BEGIN TRANSACTION;
CREATE TABLE addresses (
	id VARCHAR(24) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	address TEXT NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	daily INTEGER NOT NULL, 
	created INTEGER NOT NULL, 
	confirmed INTEGER, 
	digested INTEGER, 
	trouble VARCHAR(40), form VARCHAR(8), 
	PRIMARY KEY (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE analyses (
	game VARCHAR(24) NOT NULL, 
	since INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	text TEXT, part TEXT, 
	PRIMARY KEY (game)
);
CREATE TABLE devices (
	device VARCHAR(64) NOT NULL, 
	main VARCHAR(64) NOT NULL, renews VARCHAR(64), since INTEGER, 
	PRIMARY KEY (device)
);
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	"key" VARCHAR(200), time INTEGER, 
	PRIMARY KEY (id), 
	CONSTRAINT one_entry_a_number UNIQUE (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES(1,'p0qbxVhY92um',1,'chance',NULL,'first 3',NULL,1794985667);
INSERT INTO "entries" VALUES(2,'p0qbxVhY92um',2,'chance',NULL,'zone I 1=english 2=german 4=german 7=irish 6=english 14=irish',NULL,1794985667);
INSERT INTO "entries" VALUES(3,'p0qbxVhY92um',3,'chance',NULL,'arrivals english english irish english irish',NULL,1794985667);
INSERT INTO "entries" VALUES(4,'p0qbxVhY92um',4,'move',3,'cube irish 4','k0',1794985667);
INSERT INTO "entries" VALUES(5,'p0qbxVhY92um',5,'move',3,'boss 14','k1',1794985667);
INSERT INTO "entries" VALUES(6,'p0qbxVhY92um',6,'move',3,'end','k2',1794985667);
INSERT INTO "entries" VALUES(7,'p0qbxVhY92um',7,'move',1,'cube english 6','k3',1794985667);
INSERT INTO "entries" VALUES(8,'p0qbxVhY92um',8,'move',1,'boss 1','k4',1794985667);
INSERT INTO "entries" VALUES(9,'p0qbxVhY92um',9,'move',1,'end','k5',1794985667);
INSERT INTO "entries" VALUES(10,'p0qbxVhY92um',10,'move',2,'cube irish 2','k6',1794985667);
INSERT INTO "entries" VALUES(11,'p0qbxVhY92um',11,'move',2,'boss 14','k7',1794985667);
INSERT INTO "entries" VALUES(12,'p0qbxVhY92um',12,'move',2,'end','k8',1794985667);
INSERT INTO "entries" VALUES(13,'p0qbxVhY92um',13,'move',3,'boss 4','k9',1794985667);
INSERT INTO "entries" VALUES(14,'p0qbxVhY92um',14,'move',3,'boss 2','k10',1794985667);
INSERT INTO "entries" VALUES(15,'p0qbxVhY92um',15,'move',3,'end','k11',1794985668);
INSERT INTO "entries" VALUES(16,'p0qbxVhY92um',16,'move',1,'cube english 2','k12',1794985668);
INSERT INTO "entries" VALUES(17,'p0qbxVhY92um',17,'move',1,'boss 2','k13',1794985668);
INSERT INTO "entries" VALUES(18,'p0qbxVhY92um',18,'move',1,'end','k14',1794985668);
INSERT INTO "entries" VALUES(19,'p0qbxVhY92um',19,'move',2,'cube english 4','k15',1794985668);
INSERT INTO "entries" VALUES(20,'p0qbxVhY92um',20,'move',2,'boss 1','k16',1794985668);
INSERT INTO "entries" VALUES(21,'p0qbxVhY92um',21,'move',2,'end','k17',1794985668);
INSERT INTO "entries" VALUES(22,'p0qbxVhY92um',22,'chance',NULL,'arrivals italian italian irish english german',NULL,1794985668);
INSERT INTO "entries" VALUES(23,'p0qbxVhY92um',23,'move',3,'boss 1','k18',1794985668);
INSERT INTO "entries" VALUES(24,'p0qbxVhY92um',24,'move',3,'cube german 14','k19',1794985668);
INSERT INTO "entries" VALUES(25,'p0qbxVhY92um',25,'move',3,'end','k20',1794985668);
INSERT INTO "entries" VALUES(26,'p0qbxVhY92um',26,'move',1,'cube english 2','k21',1794985668);
INSERT INTO "entries" VALUES(27,'p0qbxVhY92um',27,'move',1,'boss 4','k22',1794985668);
INSERT INTO "entries" VALUES(28,'p0qbxVhY92um',28,'move',1,'end','k23',1794985668);
INSERT INTO "entries" VALUES(29,'p0qbxVhY92um',29,'move',2,'cube italian 1','k24',1794985668);
INSERT INTO "entries" VALUES(30,'owAdWceFu5db',1,'chance',NULL,'order 2 1 3',NULL,1794985668);
INSERT INTO "entries" VALUES(31,'owAdWceFu5db',2,'chance',NULL,'land M3 B2 Q1',NULL,1794985668);
INSERT INTO "entries" VALUES(32,'owAdWceFu5db',3,'move',2,'draft M3','k0',1794985668);
INSERT INTO "entries" VALUES(33,'owAdWceFu5db',4,'chance',NULL,'land M2',NULL,1794985668);
INSERT INTO "entries" VALUES(34,'owAdWceFu5db',5,'move',1,'draft M2','k1',1794985668);
INSERT INTO "entries" VALUES(35,'owAdWceFu5db',6,'chance',NULL,'land B3',NULL,1794985668);
INSERT INTO "entries" VALUES(36,'owAdWceFu5db',7,'move',3,'draft Q1','k2',1794985668);
INSERT INTO "entries" VALUES(37,'owAdWceFu5db',8,'chance',NULL,'land Q6',NULL,1794985668);
INSERT INTO "entries" VALUES(38,'owAdWceFu5db',9,'move',2,'draft B3','k3',1794985668);
INSERT INTO "entries" VALUES(39,'owAdWceFu5db',10,'chance',NULL,'land Q3',NULL,1794985668);
INSERT INTO "entries" VALUES(40,'owAdWceFu5db',11,'move',1,'draft B2','k4',1794985668);
INSERT INTO "entries" VALUES(41,'owAdWceFu5db',12,'chance',NULL,'land M4',NULL,1794985668);
INSERT INTO "entries" VALUES(42,'owAdWceFu5db',13,'move',3,'draft Q3','k5',1794985668);
INSERT INTO "entries" VALUES(43,'owAdWceFu5db',14,'move',2,'build housing B3','k6',1794985668);
INSERT INTO "entries" VALUES(44,'owAdWceFu5db',15,'move',2,'return tower','k7',1794985668);
INSERT INTO "entries" VALUES(45,'owAdWceFu5db',16,'move',1,'build housing M2','k8',1794985668);
INSERT INTO "entries" VALUES(46,'owAdWceFu5db',17,'move',1,'return tower','k9',1794985668);
INSERT INTO "entries" VALUES(47,'owAdWceFu5db',18,'move',3,'build housing Q3','k10',1794985668);
INSERT INTO "entries" VALUES(48,'owAdWceFu5db',19,'move',3,'return tower','k11',1794985668);
INSERT INTO "entries" VALUES(49,'owAdWceFu5db',20,'move',2,'activate surveyor','k12',1794985668);
INSERT INTO "entries" VALUES(50,'owAdWceFu5db',21,'move',2,'search B9','k13',1794985668);
INSERT INTO "entries" VALUES(51,'owAdWceFu5db',22,'move',3,'bid 0','k14',1794985668);
INSERT INTO "entries" VALUES(52,'owAdWceFu5db',23,'move',1,'bid 1','k15',1794985668);
INSERT INTO "entries" VALUES(53,'owAdWceFu5db',24,'move',2,'accept 1','k16',1794985668);
INSERT INTO "entries" VALUES(54,'owAdWceFu5db',25,'move',1,'buy Q6','k17',1794985668);
INSERT INTO "entries" VALUES(55,'owAdWceFu5db',26,'move',1,'activate deputy','k18',1794985668);
INSERT INTO "entries" VALUES(56,'owAdWceFu5db',27,'move',2,'bid 0','k19',1794985668);
INSERT INTO "entries" VALUES(57,'owAdWceFu5db',28,'move',3,'bid 0','k20',1794985668);
INSERT INTO "entries" VALUES(58,'owAdWceFu5db',29,'move',1,'accept 3','k21',1794985668);
INSERT INTO "entries" VALUES(59,'owAdWceFu5db',30,'move',3,'activate campaign','k22',1794985668);
INSERT INTO "entries" VALUES(60,'owAdWceFu5db',31,'move',1,'bid 2','k23',1794985669);
INSERT INTO "entries" VALUES(61,'owAdWceFu5db',32,'move',2,'bid 2','k24',1794985669);
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	options TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	changes INTEGER NOT NULL, 
	again VARCHAR(24), clock INTEGER, stand_in VARCHAR(24), ended INTEGER, thinking FLOAT, hints VARCHAR(8), board TEXT, talked INTEGER DEFAULT 0 NOT NULL, listed INTEGER, finished INTEGER, settled INTEGER, language VARCHAR(8), leaving VARCHAR(8), rated INTEGER DEFAULT 0 NOT NULL, gone_on INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('p0qbxVhY92um','tammany','{"locks": "all"}',1794985667,29,0,NULL,NULL,'captain',NULL,1.0,'alone',NULL,0,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "games" VALUES('owAdWceFu5db','cityhall','{"open_hands": "off"}',1794985668,32,0,NULL,NULL,'captain',NULL,1.0,'alone',NULL,0,NULL,NULL,NULL,NULL,NULL,0,0);
CREATE TABLE hides (
	holder VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	voice VARCHAR(24) NOT NULL, 
	PRIMARY KEY (holder, game, voice), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE hints (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	moment VARCHAR(24) NOT NULL, 
	since INTEGER NOT NULL, 
	text TEXT, 
	PRIMARY KEY (game, seat, moment), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE keys (
	name VARCHAR(24) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "keys" VALUES('tables','nzSNnU92ChO9VCR8TXbK8g_Zd1KW34K2jkFwdrEvm3M');
INSERT INTO "keys" VALUES('vapid','AyNKOljXJBO8U1HqTq3EEsx_4SdR4w0bbAMFtQJBUNk');
INSERT INTO "keys" VALUES('browsers','S8uvJjOfhTyLvoXlXyMPqRs50rCF71VKPSE5dp14noU');
CREATE TABLE leases (
	game VARCHAR(24) NOT NULL, 
	worker VARCHAR(8) NOT NULL, 
	until INTEGER NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE links (
	main VARCHAR(64) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	PRIMARY KEY (main), 
	UNIQUE (token)
);
CREATE TABLE listeners (
	holder VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	heard INTEGER NOT NULL, told INTEGER DEFAULT 0 NOT NULL, 
	PRIMARY KEY (holder, game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE notices (
	id INTEGER NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	time INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	name VARCHAR(200) NOT NULL, 
	level VARCHAR(24), 
	PRIMARY KEY (id), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	address VARCHAR(24) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	due INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	taken INTEGER, 
	state VARCHAR(8) NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT one_letter_a_reason UNIQUE (address, kind, game, seat, since), 
	FOREIGN KEY(address) REFERENCES addresses (id)
);
CREATE TABLE persons (
	id VARCHAR(24) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	plain VARCHAR(200) NOT NULL, 
	unlisted INTEGER NOT NULL, 
	created INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (holder), 
	UNIQUE (plain)
);
CREATE TABLE played (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(24), 
	kind VARCHAR(24) NOT NULL, 
	"of" VARCHAR(24) NOT NULL, 
	players INTEGER NOT NULL, 
	time INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	rated INTEGER NOT NULL, 
	mu FLOAT, 
	sigma FLOAT, 
	deeds TEXT NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE records (
	id VARCHAR(24) NOT NULL, 
	created INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE rights (
	holder VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, seen INTEGER, here INTEGER, 
	PRIMARY KEY (holder, game, role, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "rights" VALUES('bd0b58b2033dee063f433bfde7c98cad2c3a2852ff78030bc745fce11b2e473f','p0qbxVhY92um','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('62b16ffafab086139bfd6ebeb49aa4f16d23c4c1f74e93ff0b69fd7487f61428','p0qbxVhY92um','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('f4e60d6fa9d733beb3edcb86f5c74ac5ac846f734097d63b6151b1f30cc2d5e6','p0qbxVhY92um','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('b9a3cace9c7ade91f148ce25dd5fcfece95f2885d9ca4794a619dfb158b3d35f','p0qbxVhY92um','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('3ee8825d660ab48bcd42a3fa546ca77a0014d1c22302844aaa5b8104eeeffea9','p0qbxVhY92um','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('464e7a74fefcace100d4fe1bf1e12e0329d85acd87e32079bc55c32f0e970753','p0qbxVhY92um','seat',3,NULL,NULL);
INSERT INTO "rights" VALUES('861e12325ef7f2c8262b886fa720310e91f9011d38f675bac1044faedae13713','owAdWceFu5db','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('6f3e079d137282191782c79df115ab75e8211d619b76b6505c922206e8650f92','owAdWceFu5db','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('9298273b6079844eab3d56bc77bfb18b0d99174e1cf51ddfcb12e44be54d90a1','owAdWceFu5db','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('cd538c11876c0814776a116e7ff4c468401197406fbd6df345bc1404f9f00a9c','owAdWceFu5db','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('c3feafc605352606cdff7abdaadc4f1f83b995203981369e4dcf35493bfd9588','owAdWceFu5db','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('832e0c35e35b0584cf9b70e9782be248ff5f73d14b94355c96d4be83035525ca','owAdWceFu5db','seat',3,NULL,NULL);
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(24) NOT NULL, round INTEGER DEFAULT '0' NOT NULL, was VARCHAR(24), 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('p0qbxVhY92um',1,'Ada','open',0,NULL);
INSERT INTO "seats" VALUES('p0qbxVhY92um',2,'Bert','open',0,NULL);
INSERT INTO "seats" VALUES('p0qbxVhY92um',3,'Cleo','open',0,NULL);
INSERT INTO "seats" VALUES('owAdWceFu5db',1,'Ada','open',0,NULL);
INSERT INTO "seats" VALUES('owAdWceFu5db',2,'Bert','open',0,NULL);
INSERT INTO "seats" VALUES('owAdWceFu5db',3,'Cleo','open',0,NULL);
CREATE TABLE silences (
	game VARCHAR(24) NOT NULL, 
	voice VARCHAR(24) NOT NULL, 
	PRIMARY KEY (game, voice), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE talk (
	id INTEGER NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	channel VARCHAR(8) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	voice VARCHAR(24) NOT NULL, 
	seat INTEGER, 
	name VARCHAR(200) NOT NULL, 
	sign VARCHAR(16), 
	text TEXT NOT NULL, 
	time INTEGER NOT NULL, 
	"key" VARCHAR(80) NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT said_once UNIQUE (game, holder, "key"), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE waits (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	told INTEGER NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "waits" VALUES('p0qbxVhY92um',2,1794985668,2);
INSERT INTO "waits" VALUES('owAdWceFu5db',3,1794985669,0);
CREATE TABLE worn (
	holder VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	now VARCHAR(64) NOT NULL, 
	until INTEGER NOT NULL, 
	PRIMARY KEY (holder, game, role, seat)
);
CREATE INDEX rights_by_game ON rights (game);
CREATE INDEX ix_waits_since ON waits (since);
CREATE INDEX ix_notices_game ON notices (game);
CREATE INDEX ix_devices_main ON devices (main);
CREATE INDEX ix_addresses_holder ON addresses (holder);
CREATE INDEX letters_due ON outbox (state, due);
CREATE INDEX ix_leases_until ON leases (until);
CREATE INDEX talk_by_game ON talk (game, id);
CREATE INDEX talk_by_holder ON talk (holder);
CREATE INDEX games_in_hall ON games (listed);
CREATE INDEX games_finished ON games (finished);
CREATE INDEX played_by_person ON played (person, time);
CREATE UNIQUE INDEX renewed_once ON devices (renews);
CREATE INDEX ix_worn_now ON worn (now);
COMMIT;
