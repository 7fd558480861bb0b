-- tammany tibsix9cKReT EbD93QeLOyqTumij2HIOHrzM_yb5JpXqJbezFZK-wsI rNTpjCON7_pQUkjJ7aNzkBCKFRrR2D8yKaxxSjv4TcA 4RJyFFaSjlcAMD6b0scR-iE7miOPvXB9W4U-0dfrPho
-- cityhall 6c0SuQwbj7mF gKmukTYd5slyfedVQK2KDMWr2_U_tR8plIbguongPSE 8m08ydMISh8UP8M_fghNXWHy3chHw71_TVCVpRKorkY qH9zYcISFM7rKNDtvodN09H2SY5dhiD1qTzR5ZN1OpE
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	"key" VARCHAR(200), 
	PRIMARY KEY (id), 
	CONSTRAINT one_entry_a_number UNIQUE (game, number), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES(1,'tibsix9cKReT',1,'chance',NULL,'first 2',NULL);
INSERT INTO "entries" VALUES(2,'tibsix9cKReT',2,'chance',NULL,'zone I 1=german 2=english 4=german 7=english 6=irish 14=irish',NULL);
INSERT INTO "entries" VALUES(3,'tibsix9cKReT',3,'chance',NULL,'arrivals irish italian english irish italian',NULL);
INSERT INTO "entries" VALUES(4,'tibsix9cKReT',4,'move',2,'cube italian 2','k0');
INSERT INTO "entries" VALUES(5,'tibsix9cKReT',5,'move',2,'boss 4','k1');
INSERT INTO "entries" VALUES(6,'tibsix9cKReT',6,'move',2,'end','k2');
INSERT INTO "entries" VALUES(7,'tibsix9cKReT',7,'move',3,'cube italian 6','k3');
INSERT INTO "entries" VALUES(8,'tibsix9cKReT',8,'move',3,'boss 14','k4');
INSERT INTO "entries" VALUES(9,'tibsix9cKReT',9,'move',3,'end','k5');
INSERT INTO "entries" VALUES(10,'tibsix9cKReT',10,'move',1,'cube english 4','k6');
INSERT INTO "entries" VALUES(11,'tibsix9cKReT',11,'move',1,'boss 2','k7');
INSERT INTO "entries" VALUES(12,'tibsix9cKReT',12,'move',1,'end','k8');
INSERT INTO "entries" VALUES(13,'tibsix9cKReT',13,'move',2,'boss 4','k9');
INSERT INTO "entries" VALUES(14,'tibsix9cKReT',14,'move',2,'boss 2','k10');
INSERT INTO "entries" VALUES(15,'tibsix9cKReT',15,'move',2,'end','k11');
INSERT INTO "entries" VALUES(16,'tibsix9cKReT',16,'move',3,'cube irish 2','k12');
INSERT INTO "entries" VALUES(17,'tibsix9cKReT',17,'move',3,'boss 2','k13');
INSERT INTO "entries" VALUES(18,'tibsix9cKReT',18,'move',3,'end','k14');
INSERT INTO "entries" VALUES(19,'tibsix9cKReT',19,'move',1,'cube irish 4','k15');
INSERT INTO "entries" VALUES(20,'tibsix9cKReT',20,'move',1,'boss 1','k16');
INSERT INTO "entries" VALUES(21,'tibsix9cKReT',21,'move',1,'end','k17');
INSERT INTO "entries" VALUES(22,'tibsix9cKReT',22,'chance',NULL,'arrivals german german german german italian',NULL);
INSERT INTO "entries" VALUES(23,'tibsix9cKReT',23,'move',2,'boss 1','k18');
INSERT INTO "entries" VALUES(24,'tibsix9cKReT',24,'move',2,'cube german 1','k19');
INSERT INTO "entries" VALUES(25,'tibsix9cKReT',25,'move',2,'end','k20');
INSERT INTO "entries" VALUES(26,'tibsix9cKReT',26,'move',3,'cube german 4','k21');
INSERT INTO "entries" VALUES(27,'tibsix9cKReT',27,'move',3,'boss 2','k22');
INSERT INTO "entries" VALUES(28,'tibsix9cKReT',28,'move',3,'end','k23');
INSERT INTO "entries" VALUES(29,'tibsix9cKReT',29,'move',1,'boss 14','k24');
INSERT INTO "entries" VALUES(30,'6c0SuQwbj7mF',1,'chance',NULL,'order 3 2 1',NULL);
INSERT INTO "entries" VALUES(31,'6c0SuQwbj7mF',2,'chance',NULL,'land M5 B4 M1',NULL);
INSERT INTO "entries" VALUES(32,'6c0SuQwbj7mF',3,'move',3,'draft M1','k0');
INSERT INTO "entries" VALUES(33,'6c0SuQwbj7mF',4,'chance',NULL,'land Q4',NULL);
INSERT INTO "entries" VALUES(34,'6c0SuQwbj7mF',5,'move',2,'draft M5','k1');
INSERT INTO "entries" VALUES(35,'6c0SuQwbj7mF',6,'chance',NULL,'land B8',NULL);
INSERT INTO "entries" VALUES(36,'6c0SuQwbj7mF',7,'move',1,'draft B8','k2');
INSERT INTO "entries" VALUES(37,'6c0SuQwbj7mF',8,'chance',NULL,'land Q8',NULL);
INSERT INTO "entries" VALUES(38,'6c0SuQwbj7mF',9,'move',3,'draft B4','k3');
INSERT INTO "entries" VALUES(39,'6c0SuQwbj7mF',10,'chance',NULL,'land Q6',NULL);
INSERT INTO "entries" VALUES(40,'6c0SuQwbj7mF',11,'move',2,'draft Q6','k4');
INSERT INTO "entries" VALUES(41,'6c0SuQwbj7mF',12,'chance',NULL,'land B2',NULL);
INSERT INTO "entries" VALUES(42,'6c0SuQwbj7mF',13,'move',1,'draft Q4','k5');
INSERT INTO "entries" VALUES(43,'6c0SuQwbj7mF',14,'move',3,'build housing B4','k6');
INSERT INTO "entries" VALUES(44,'6c0SuQwbj7mF',15,'move',3,'return tower','k7');
INSERT INTO "entries" VALUES(45,'6c0SuQwbj7mF',16,'move',2,'build housing M5','k8');
INSERT INTO "entries" VALUES(46,'6c0SuQwbj7mF',17,'move',2,'return tower','k9');
INSERT INTO "entries" VALUES(47,'6c0SuQwbj7mF',18,'move',1,'build housing B8','k10');
INSERT INTO "entries" VALUES(48,'6c0SuQwbj7mF',19,'move',1,'return tower','k11');
INSERT INTO "entries" VALUES(49,'6c0SuQwbj7mF',20,'move',3,'activate health','k12');
INSERT INTO "entries" VALUES(50,'6c0SuQwbj7mF',21,'move',1,'bid 0','k13');
INSERT INTO "entries" VALUES(51,'6c0SuQwbj7mF',22,'move',2,'bid 1','k14');
INSERT INTO "entries" VALUES(52,'6c0SuQwbj7mF',23,'move',3,'accept 2','k15');
INSERT INTO "entries" VALUES(53,'6c0SuQwbj7mF',24,'move',2,'health +3','k16');
INSERT INTO "entries" VALUES(54,'6c0SuQwbj7mF',25,'move',2,'activate zoning','k17');
INSERT INTO "entries" VALUES(55,'6c0SuQwbj7mF',26,'chance',NULL,'permits park tower housing',NULL);
INSERT INTO "entries" VALUES(56,'6c0SuQwbj7mF',27,'move',3,'bid 4','k18');
INSERT INTO "entries" VALUES(57,'6c0SuQwbj7mF',28,'move',1,'pass','k19');
INSERT INTO "entries" VALUES(58,'6c0SuQwbj7mF',29,'move',2,'accept 3','forced 6c0SuQwbj7mF 28');
INSERT INTO "entries" VALUES(59,'6c0SuQwbj7mF',30,'move',3,'take tower','k20');
INSERT INTO "entries" VALUES(60,'6c0SuQwbj7mF',31,'move',3,'take park','k21');
INSERT INTO "entries" VALUES(61,'6c0SuQwbj7mF',32,'move',3,'bottom housing','forced 6c0SuQwbj7mF 31');
INSERT INTO "entries" VALUES(62,'6c0SuQwbj7mF',33,'move',1,'activate lobbyist','k22');
INSERT INTO "entries" VALUES(63,'6c0SuQwbj7mF',34,'move',2,'bid 3','k23');
INSERT INTO "entries" VALUES(64,'6c0SuQwbj7mF',35,'move',3,'pass','k24');
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	options TEXT NOT NULL, 
	created INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	changes INTEGER NOT NULL, 
	again VARCHAR(24), 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('tibsix9cKReT','tammany','{"locks": "all"}',1794985660,29,0,NULL);
INSERT INTO "games" VALUES('6c0SuQwbj7mF','cityhall','{"open_hands": "off"}',1794985660,35,0,NULL);
CREATE TABLE rights (
	holder VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (holder, game, role, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "rights" VALUES('c7a330ca8809456622938a51dbcf16a37e58474ae8837facdf91525452b0b157','tibsix9cKReT','owner',0);
INSERT INTO "rights" VALUES('bbfd93524ce802e4e59de8a0a3a4cbfc80cfcd3701bf2da4064398a897d9fab3','tibsix9cKReT','owner',0);
INSERT INTO "rights" VALUES('a18181262a12d8150fa838002ec694aa023f5129b134e2668213ed49a3469606','tibsix9cKReT','watch',0);
INSERT INTO "rights" VALUES('c6031fc39c0ad7745b33c2a91a4d7cf890c77ad6ac150e714431e39d080bbe0d','tibsix9cKReT','seat',1);
INSERT INTO "rights" VALUES('f7abfca94cc767f64a67ee23b3455edc143af92137482394dec84c46aa165fa6','tibsix9cKReT','seat',2);
INSERT INTO "rights" VALUES('1639b2704ea2f6ed85f403e1dce5f2841ee754d748ef2d2c6a503cfdccac531c','tibsix9cKReT','seat',3);
INSERT INTO "rights" VALUES('b6fc11af258ae9e610f3689e9228641b11899bbad0bf0d9f5935ca39dee52e37','6c0SuQwbj7mF','owner',0);
INSERT INTO "rights" VALUES('66bcb550899310b50bce6efeccf5cde042d0b7052d5d4e8d8b5b57817681d4fc','6c0SuQwbj7mF','owner',0);
INSERT INTO "rights" VALUES('fc2a83e658a64598149254676d9708445362b6c0a26f79267421f2109e77552b','6c0SuQwbj7mF','watch',0);
INSERT INTO "rights" VALUES('84d01a7d052e6a22ed583ddabf2edfa0a675566bd73b37ddfcee03f119d6c379','6c0SuQwbj7mF','seat',1);
INSERT INTO "rights" VALUES('803cc8f68809930f3d8695d6bcbedd452ffcf0834ba40ba542cc7c0d36bd235b','6c0SuQwbj7mF','seat',2);
INSERT INTO "rights" VALUES('2e6776f648fbd9c752cc4251448269925771868f65c2b766c9aacd9440dd78ab','6c0SuQwbj7mF','seat',3);
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('tibsix9cKReT',1,'Ada','open');
INSERT INTO "seats" VALUES('tibsix9cKReT',2,'Bert','open');
INSERT INTO "seats" VALUES('tibsix9cKReT',3,'Cleo','open');
INSERT INTO "seats" VALUES('6c0SuQwbj7mF',1,'Ada','open');
INSERT INTO "seats" VALUES('6c0SuQwbj7mF',2,'Bert','open');
INSERT INTO "seats" VALUES('6c0SuQwbj7mF',3,'Cleo','open');
CREATE INDEX rights_by_game ON rights (game);
COMMIT;
