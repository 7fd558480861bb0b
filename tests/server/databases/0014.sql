-- tammany mY17082achp3 xCNKAyn4IK9JA8_MUyHdxcts-e3YroUd0xnwTk15DH8 u8jTwAmZHKUmmYsG7so9_DsUvX6h6Bn-6i8jCb2IuRs fw_JEdjwZ1ZKyKhOOBIfCih8XbwMpn_QGmdynRlVPfY
-- cityhall MopnjeOUmAyr P9iMLSryOOVNlq4tn05-J39a7nr8YeR8SOMcRFW7NaE _bpzak-TbaG4718sT-ptGly2sqFt4JDi8wY-eZPsqoI stJJ9N-H9b7JacIAqrTD46EuR2uj7MUv_-InNO95Xbs
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
INSERT INTO "alembic_version" VALUES('0014');
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
INSERT INTO "entries" VALUES(1,'mY17082achp3',1,'chance',NULL,'first 3',NULL,1795009832);
INSERT INTO "entries" VALUES(2,'mY17082achp3',2,'chance',NULL,'zone I 1=irish 2=english 4=english 7=german 6=german 14=irish',NULL,1795009832);
INSERT INTO "entries" VALUES(3,'mY17082achp3',3,'chance',NULL,'arrivals irish english german irish english',NULL,1795009832);
INSERT INTO "entries" VALUES(4,'mY17082achp3',4,'move',3,'boss 7','k0',1795009832);
INSERT INTO "entries" VALUES(5,'mY17082achp3',5,'move',3,'cube german 2','k1',1795009832);
INSERT INTO "entries" VALUES(6,'mY17082achp3',6,'move',3,'end','k2',1795009832);
INSERT INTO "entries" VALUES(7,'mY17082achp3',7,'move',1,'cube irish 4','k3',1795009832);
INSERT INTO "entries" VALUES(8,'mY17082achp3',8,'move',1,'boss 14','k4',1795009832);
INSERT INTO "entries" VALUES(9,'mY17082achp3',9,'move',1,'end','k5',1795009832);
INSERT INTO "entries" VALUES(10,'mY17082achp3',10,'move',2,'cube irish 7','k6',1795009832);
INSERT INTO "entries" VALUES(11,'mY17082achp3',11,'move',2,'boss 14','k7',1795009832);
INSERT INTO "entries" VALUES(12,'mY17082achp3',12,'move',2,'end','k8',1795009832);
INSERT INTO "entries" VALUES(13,'mY17082achp3',13,'move',3,'cube english 6','k9',1795009832);
INSERT INTO "entries" VALUES(14,'mY17082achp3',14,'move',3,'boss 7','k10',1795009833);
INSERT INTO "entries" VALUES(15,'mY17082achp3',15,'move',3,'end','k11',1795009833);
INSERT INTO "entries" VALUES(16,'mY17082achp3',16,'move',1,'cube english 2','k12',1795009833);
INSERT INTO "entries" VALUES(17,'mY17082achp3',17,'move',1,'boss 14','k13',1795009833);
INSERT INTO "entries" VALUES(18,'mY17082achp3',18,'move',1,'end','k14',1795009833);
INSERT INTO "entries" VALUES(19,'mY17082achp3',19,'chance',NULL,'arrivals italian italian english english italian',NULL,1795009833);
INSERT INTO "entries" VALUES(20,'mY17082achp3',20,'move',2,'cube italian 1','k15',1795009833);
INSERT INTO "entries" VALUES(21,'mY17082achp3',21,'move',2,'boss 1','k16',1795009833);
INSERT INTO "entries" VALUES(22,'mY17082achp3',22,'move',2,'end','k17',1795009833);
INSERT INTO "entries" VALUES(23,'mY17082achp3',23,'move',3,'cube english 2','k18',1795009833);
INSERT INTO "entries" VALUES(24,'mY17082achp3',24,'move',3,'boss 4','k19',1795009833);
INSERT INTO "entries" VALUES(25,'mY17082achp3',25,'move',3,'end','k20',1795009833);
INSERT INTO "entries" VALUES(26,'mY17082achp3',26,'move',1,'cube english 4','k21',1795009833);
INSERT INTO "entries" VALUES(27,'mY17082achp3',27,'move',1,'boss 4','k22',1795009833);
INSERT INTO "entries" VALUES(28,'mY17082achp3',28,'move',1,'end','k23',1795009833);
INSERT INTO "entries" VALUES(29,'mY17082achp3',29,'move',2,'boss 4','k24',1795009833);
INSERT INTO "entries" VALUES(30,'mY17082achp3',30,'move',2,'cube italian 4','k25',1795009833);
INSERT INTO "entries" VALUES(31,'mY17082achp3',31,'move',2,'end','k26',1795009834);
INSERT INTO "entries" VALUES(32,'mY17082achp3',32,'move',3,'boss 4','k27',1795009834);
INSERT INTO "entries" VALUES(33,'mY17082achp3',33,'move',3,'boss 1','k28',1795009834);
INSERT INTO "entries" VALUES(34,'mY17082achp3',34,'move',3,'end','k29',1795009834);
INSERT INTO "entries" VALUES(35,'mY17082achp3',35,'move',1,'boss 2','k30',1795009834);
INSERT INTO "entries" VALUES(36,'mY17082achp3',36,'move',1,'cube italian 7','k31',1795009834);
INSERT INTO "entries" VALUES(37,'mY17082achp3',37,'move',1,'end','k32',1795009835);
INSERT INTO "entries" VALUES(38,'mY17082achp3',38,'chance',NULL,'arrivals english german english italian english',NULL,1795009835);
INSERT INTO "entries" VALUES(39,'mY17082achp3',39,'move',2,'boss 1','k33',1795009835);
INSERT INTO "entries" VALUES(40,'mY17082achp3',40,'move',2,'boss 4','k34',1795009835);
INSERT INTO "entries" VALUES(41,'mY17082achp3',41,'move',2,'end','k35',1795009835);
INSERT INTO "entries" VALUES(42,'mY17082achp3',42,'sealed',3,'bid 1 0','forced mY17082achp3 41',1795009835);
INSERT INTO "entries" VALUES(43,'mY17082achp3',43,'sealed',2,'bid 1 italian=1','k36',1795009835);
INSERT INTO "entries" VALUES(44,'mY17082achp3',44,'move',2,'bid 1 italian=1',NULL,1795009835);
INSERT INTO "entries" VALUES(45,'mY17082achp3',45,'move',3,'bid 1 0',NULL,1795009835);
INSERT INTO "entries" VALUES(46,'mY17082achp3',46,'move',2,'settle german 1','k37',1795009836);
INSERT INTO "entries" VALUES(47,'mY17082achp3',47,'move',1,'settle german 1','k38',1795009836);
INSERT INTO "entries" VALUES(48,'mY17082achp3',48,'sealed',1,'bid 4 irish=1 english=1 italian=1','k39',1795009836);
INSERT INTO "entries" VALUES(49,'MopnjeOUmAyr',1,'chance',NULL,'order 1 3 2',NULL,1795009836);
INSERT INTO "entries" VALUES(50,'MopnjeOUmAyr',2,'chance',NULL,'land Q6 B8 Q8',NULL,1795009836);
INSERT INTO "entries" VALUES(51,'MopnjeOUmAyr',3,'move',1,'draft Q8','k0',1795009836);
INSERT INTO "entries" VALUES(52,'MopnjeOUmAyr',4,'chance',NULL,'land M3',NULL,1795009836);
INSERT INTO "entries" VALUES(53,'MopnjeOUmAyr',5,'move',3,'draft B8','k1',1795009836);
INSERT INTO "entries" VALUES(54,'MopnjeOUmAyr',6,'chance',NULL,'land M5',NULL,1795009836);
INSERT INTO "entries" VALUES(55,'MopnjeOUmAyr',7,'move',2,'draft M3','k2',1795009836);
INSERT INTO "entries" VALUES(56,'MopnjeOUmAyr',8,'chance',NULL,'land B7',NULL,1795009836);
INSERT INTO "entries" VALUES(57,'MopnjeOUmAyr',9,'move',1,'draft B7','k3',1795009836);
INSERT INTO "entries" VALUES(58,'MopnjeOUmAyr',10,'chance',NULL,'land B9',NULL,1795009836);
INSERT INTO "entries" VALUES(59,'MopnjeOUmAyr',11,'move',3,'draft B9','k4',1795009836);
INSERT INTO "entries" VALUES(60,'MopnjeOUmAyr',12,'chance',NULL,'land B3',NULL,1795009836);
INSERT INTO "entries" VALUES(61,'MopnjeOUmAyr',13,'move',2,'draft M5','k5',1795009836);
INSERT INTO "entries" VALUES(62,'MopnjeOUmAyr',14,'move',1,'build factory Q8','k6',1795009836);
INSERT INTO "entries" VALUES(63,'MopnjeOUmAyr',15,'move',1,'return tower','k7',1795009836);
INSERT INTO "entries" VALUES(64,'MopnjeOUmAyr',16,'move',3,'build housing B9','k8',1795009836);
INSERT INTO "entries" VALUES(65,'MopnjeOUmAyr',17,'move',3,'return tower','k9',1795009836);
INSERT INTO "entries" VALUES(66,'MopnjeOUmAyr',18,'move',2,'build factory M5','k10',1795009836);
INSERT INTO "entries" VALUES(67,'MopnjeOUmAyr',19,'move',2,'return tower','k11',1795009837);
INSERT INTO "entries" VALUES(68,'MopnjeOUmAyr',20,'move',1,'activate zoning','k12',1795009837);
INSERT INTO "entries" VALUES(69,'MopnjeOUmAyr',21,'chance',NULL,'permits factory park housing',NULL,1795009837);
INSERT INTO "entries" VALUES(70,'MopnjeOUmAyr',22,'move',2,'bid 4','k13',1795009837);
INSERT INTO "entries" VALUES(71,'MopnjeOUmAyr',23,'move',3,'pass','k14',1795009837);
INSERT INTO "entries" VALUES(72,'MopnjeOUmAyr',24,'move',1,'accept 2','forced MopnjeOUmAyr 23',1795009837);
INSERT INTO "entries" VALUES(73,'MopnjeOUmAyr',25,'move',2,'take park','k15',1795009837);
INSERT INTO "entries" VALUES(74,'MopnjeOUmAyr',26,'move',2,'build park M3','k16',1795009837);
INSERT INTO "entries" VALUES(75,'MopnjeOUmAyr',27,'move',2,'bottom housing factory','k17',1795009837);
INSERT INTO "entries" VALUES(76,'MopnjeOUmAyr',28,'move',3,'activate lobbyist','k18',1795009837);
INSERT INTO "entries" VALUES(77,'MopnjeOUmAyr',29,'move',1,'bid 3','k19',1795009837);
INSERT INTO "entries" VALUES(78,'MopnjeOUmAyr',30,'move',2,'pass','k20',1795009837);
INSERT INTO "entries" VALUES(79,'MopnjeOUmAyr',31,'move',3,'keep','k21',1795009837);
INSERT INTO "entries" VALUES(80,'MopnjeOUmAyr',32,'move',3,'lobby -1','k22',1795009837);
INSERT INTO "entries" VALUES(81,'MopnjeOUmAyr',33,'move',2,'activate tax','k23',1795009838);
INSERT INTO "entries" VALUES(82,'MopnjeOUmAyr',34,'move',3,'bid 0','k24',1795009838);
INSERT INTO "entries" VALUES(83,'MopnjeOUmAyr',35,'move',1,'bid 3','k25',1795009838);
INSERT INTO "entries" VALUES(84,'MopnjeOUmAyr',36,'move',2,'accept 1','forced MopnjeOUmAyr 35',1795009838);
INSERT INTO "entries" VALUES(85,'MopnjeOUmAyr',37,'move',1,'tax','k26',1795009838);
INSERT INTO "entries" VALUES(86,'MopnjeOUmAyr',38,'move',1,'activate tax','k27',1795009838);
INSERT INTO "entries" VALUES(87,'MopnjeOUmAyr',39,'move',2,'bid 0','k28',1795009838);
INSERT INTO "entries" VALUES(88,'MopnjeOUmAyr',40,'move',3,'bid 1','k29',1795009838);
INSERT INTO "entries" VALUES(89,'MopnjeOUmAyr',41,'move',1,'accept 3','k30',1795009838);
INSERT INTO "entries" VALUES(90,'MopnjeOUmAyr',42,'move',3,'tax','k31',1795009838);
INSERT INTO "entries" VALUES(91,'MopnjeOUmAyr',43,'move',3,'activate health','k32',1795009839);
INSERT INTO "entries" VALUES(92,'MopnjeOUmAyr',44,'move',1,'bid 0','k33',1795009839);
INSERT INTO "entries" VALUES(93,'MopnjeOUmAyr',45,'move',2,'bid 2','k34',1795009839);
INSERT INTO "entries" VALUES(94,'MopnjeOUmAyr',46,'move',3,'accept 2','forced MopnjeOUmAyr 45',1795009839);
INSERT INTO "entries" VALUES(95,'MopnjeOUmAyr',47,'move',2,'health double','k35',1795009839);
INSERT INTO "entries" VALUES(96,'MopnjeOUmAyr',48,'move',2,'activate campaign','k36',1795009839);
INSERT INTO "entries" VALUES(97,'MopnjeOUmAyr',49,'move',3,'bid 3','k37',1795009839);
INSERT INTO "entries" VALUES(98,'MopnjeOUmAyr',50,'move',1,'bid 5','k38',1795009839);
INSERT INTO "entries" VALUES(99,'MopnjeOUmAyr',51,'move',2,'accept 1','forced MopnjeOUmAyr 50',1795009839);
INSERT INTO "entries" VALUES(100,'MopnjeOUmAyr',52,'move',1,'campaign 0','k39',1795009839);
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
INSERT INTO "games" VALUES('mY17082achp3','tammany','{"locks": "all"}',1795009832,48,0,NULL,NULL,'captain',NULL,0.02,'alone',NULL,0,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "games" VALUES('MopnjeOUmAyr','cityhall','{"open_hands": "off"}',1795009836,52,0,NULL,NULL,'captain',NULL,0.02,'alone',NULL,0,NULL,NULL,NULL,NULL,NULL,0,0);
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
INSERT INTO "keys" VALUES('tables','WPNJ2oyN9F60gWD8TJVu50dfBvJEcCZE3GVdBeI9c6o');
INSERT INTO "keys" VALUES('vapid','Aq1TWK4xUDHdg5pYRcvhldw0Op08m1TONL7nnoicmRk');
INSERT INTO "keys" VALUES('browsers','G_nrmB2R84dtDGlvdffzueTmTWNL4vMKSt_eBWKoQmk');
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
	heard INTEGER NOT NULL, told INTEGER DEFAULT 0 NOT NULL, links INTEGER DEFAULT 0 NOT NULL, 
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
INSERT INTO "rights" VALUES('db07ccf887b00ca80418a5f89a3beafd5eee31661862a803a722589ba429ede1','mY17082achp3','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('ae1d04f98166fcf13f8bbe4795f6646ffc9aa64bf7e42a5d2e6886c3a97e85e4','mY17082achp3','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('881fbb1d450a888671df98650a903a5824e682bb3505a5eebdc8d1eb0ea0a1c6','mY17082achp3','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('4f09cf74e28d776334c322b864c59448a5e4570daff9f756eeff33f179ae4424','mY17082achp3','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('21871a4cdc2c35b4b3ba2f436154c883334f12ef21d46d07d196d1d77b84dad8','mY17082achp3','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('4ffe4e2d92f1114cb067082d918f1602ea771a276b78e239d8601ae019f28c2e','mY17082achp3','seat',3,NULL,NULL);
INSERT INTO "rights" VALUES('82dda1e43eab5b339fcea9047ffc31a2c8d5bca9e8f998a9956f279d9aa5a263','MopnjeOUmAyr','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('e2bac090f2aa97d1ee374fa541341f9e715a9478a811abe2d662d5948a08e516','MopnjeOUmAyr','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('ab71b110fbd246daefc6c4e67bad0e3d4665c0e57a24dc7d46d738832b838c0c','MopnjeOUmAyr','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('db2bca974450044af1dc5476521c12bd64c6c5d4db85bcf22c90158be20c1beb','MopnjeOUmAyr','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('dd38d5dfaf199b69cd6bbf3cc298edaaa88804253f76c49ce49a18f691d75bf1','MopnjeOUmAyr','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('d6cbc850066b38df84686c74033ad67cceb889d8067448921ee0523256569c24','MopnjeOUmAyr','seat',3,NULL,NULL);
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(24) NOT NULL, round INTEGER DEFAULT '0' NOT NULL, was VARCHAR(24), 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('mY17082achp3',1,'Ada','open',0,NULL);
INSERT INTO "seats" VALUES('mY17082achp3',2,'Bert','open',0,NULL);
INSERT INTO "seats" VALUES('mY17082achp3',3,'Cleo','open',0,NULL);
INSERT INTO "seats" VALUES('MopnjeOUmAyr',1,'Ada','open',0,NULL);
INSERT INTO "seats" VALUES('MopnjeOUmAyr',2,'Bert','open',0,NULL);
INSERT INTO "seats" VALUES('MopnjeOUmAyr',3,'Cleo','open',0,NULL);
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
INSERT INTO "waits" VALUES('mY17082achp3',2,1795009836,0);
INSERT INTO "waits" VALUES('mY17082achp3',3,1795009836,0);
INSERT INTO "waits" VALUES('MopnjeOUmAyr',1,1795009839,2);
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
