-- tammany e1D5Zw9yCb7N jCsjXIjtMdJdJyRBXEfZ24ZDJeMJDqO10KLxQEs2UXA XnbfQuk2iaYwrpjrM4oI4bA9Mkfm9v_ajUECwyUwmVA WyLzUGwjJtGAQddajeb5TckYpSrtJ9uaOx0a34HmtzU
-- cityhall UcsFezRZtELY 6CanjmqhWN8sEsbKO0Np6d54T9vqezNnob4XnxJ8fuU SWQ3kVWRI3Kag5tSknpjhD3ZUSrO54rQTNE5m2h0bV8 VYRbOVsF6xivmA4BvWRUCJM_pSsqAV1jrE4OvEalb-0
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
INSERT INTO "entries" VALUES(1,'e1D5Zw9yCb7N',1,'chance',NULL,'first 3',NULL,1795127902);
INSERT INTO "entries" VALUES(2,'e1D5Zw9yCb7N',2,'chance',NULL,'zone I 1=irish 2=german 4=german 7=english 6=english 14=irish',NULL,1795127902);
INSERT INTO "entries" VALUES(3,'e1D5Zw9yCb7N',3,'chance',NULL,'arrivals german italian german english irish',NULL,1795127902);
INSERT INTO "entries" VALUES(4,'e1D5Zw9yCb7N',4,'move',3,'cube irish 7','k0',1795127903);
INSERT INTO "entries" VALUES(5,'e1D5Zw9yCb7N',5,'move',3,'boss 14','k1',1795127904);
INSERT INTO "entries" VALUES(6,'e1D5Zw9yCb7N',6,'move',3,'end','k2',1795127904);
INSERT INTO "entries" VALUES(7,'e1D5Zw9yCb7N',7,'move',1,'boss 4','k3',1795127904);
INSERT INTO "entries" VALUES(8,'e1D5Zw9yCb7N',8,'move',1,'boss 1','k4',1795127904);
INSERT INTO "entries" VALUES(9,'e1D5Zw9yCb7N',9,'move',1,'end','k5',1795127904);
INSERT INTO "entries" VALUES(10,'e1D5Zw9yCb7N',10,'move',2,'cube english 2','k6',1795127905);
INSERT INTO "entries" VALUES(11,'e1D5Zw9yCb7N',11,'move',2,'boss 4','k7',1795127905);
INSERT INTO "entries" VALUES(12,'e1D5Zw9yCb7N',12,'move',2,'end','k8',1795127905);
INSERT INTO "entries" VALUES(13,'e1D5Zw9yCb7N',13,'move',3,'cube german 1','k9',1795127905);
INSERT INTO "entries" VALUES(14,'e1D5Zw9yCb7N',14,'move',3,'boss 14','k10',1795127905);
INSERT INTO "entries" VALUES(15,'e1D5Zw9yCb7N',15,'move',3,'end','k11',1795127906);
INSERT INTO "entries" VALUES(16,'e1D5Zw9yCb7N',16,'move',1,'boss 14','k12',1795127906);
INSERT INTO "entries" VALUES(17,'e1D5Zw9yCb7N',17,'move',1,'cube german 7','k13',1795127906);
INSERT INTO "entries" VALUES(18,'e1D5Zw9yCb7N',18,'move',1,'end','k14',1795127906);
INSERT INTO "entries" VALUES(19,'e1D5Zw9yCb7N',19,'move',2,'cube italian 6','k15',1795127906);
INSERT INTO "entries" VALUES(20,'e1D5Zw9yCb7N',20,'move',2,'boss 6','k16',1795127908);
INSERT INTO "entries" VALUES(21,'e1D5Zw9yCb7N',21,'move',2,'end','k17',1795127908);
INSERT INTO "entries" VALUES(22,'e1D5Zw9yCb7N',22,'chance',NULL,'arrivals german german italian italian irish',NULL,1795127908);
INSERT INTO "entries" VALUES(23,'e1D5Zw9yCb7N',23,'move',3,'cube german 7','k18',1795127908);
INSERT INTO "entries" VALUES(24,'e1D5Zw9yCb7N',24,'move',3,'boss 1','k19',1795127909);
INSERT INTO "entries" VALUES(25,'e1D5Zw9yCb7N',25,'move',3,'end','k20',1795127909);
INSERT INTO "entries" VALUES(26,'e1D5Zw9yCb7N',26,'move',1,'cube italian 1','k21',1795127909);
INSERT INTO "entries" VALUES(27,'e1D5Zw9yCb7N',27,'move',1,'boss 6','k22',1795127909);
INSERT INTO "entries" VALUES(28,'e1D5Zw9yCb7N',28,'move',1,'end','k23',1795127909);
INSERT INTO "entries" VALUES(29,'e1D5Zw9yCb7N',29,'move',2,'cube italian 2','k24',1795127910);
INSERT INTO "entries" VALUES(30,'e1D5Zw9yCb7N',30,'move',2,'boss 7','k25',1795127910);
INSERT INTO "entries" VALUES(31,'e1D5Zw9yCb7N',31,'move',2,'end','k26',1795127910);
INSERT INTO "entries" VALUES(32,'e1D5Zw9yCb7N',32,'move',3,'cube irish 7','k27',1795127910);
INSERT INTO "entries" VALUES(33,'e1D5Zw9yCb7N',33,'move',3,'boss 1','k28',1795127911);
INSERT INTO "entries" VALUES(34,'e1D5Zw9yCb7N',34,'move',3,'end','k29',1795127911);
INSERT INTO "entries" VALUES(35,'e1D5Zw9yCb7N',35,'move',1,'cube german 6','k30',1795127911);
INSERT INTO "entries" VALUES(36,'e1D5Zw9yCb7N',36,'move',1,'boss 6','k31',1795127911);
INSERT INTO "entries" VALUES(37,'e1D5Zw9yCb7N',37,'move',1,'end','k32',1795127912);
INSERT INTO "entries" VALUES(38,'e1D5Zw9yCb7N',38,'chance',NULL,'arrivals english english irish irish italian',NULL,1795127912);
INSERT INTO "entries" VALUES(39,'e1D5Zw9yCb7N',39,'move',2,'cube italian 7','k33',1795127912);
INSERT INTO "entries" VALUES(40,'e1D5Zw9yCb7N',40,'move',2,'boss 1','k34',1795127912);
INSERT INTO "entries" VALUES(41,'e1D5Zw9yCb7N',41,'move',2,'end','k35',1795127912);
INSERT INTO "entries" VALUES(42,'e1D5Zw9yCb7N',42,'sealed',3,'bid 1 irish=2 german=1','k36',1795127912);
INSERT INTO "entries" VALUES(43,'e1D5Zw9yCb7N',43,'sealed',2,'bid 1 italian=1','k37',1795127913);
INSERT INTO "entries" VALUES(44,'e1D5Zw9yCb7N',44,'sealed',1,'bid 1 german=1 italian=1','k38',1795127913);
INSERT INTO "entries" VALUES(45,'e1D5Zw9yCb7N',45,'move',1,'bid 1 german=1 italian=1',NULL,1795127913);
INSERT INTO "entries" VALUES(46,'e1D5Zw9yCb7N',46,'move',2,'bid 1 italian=1',NULL,1795127913);
INSERT INTO "entries" VALUES(47,'e1D5Zw9yCb7N',47,'move',3,'bid 1 irish=2 german=1',NULL,1795127913);
INSERT INTO "entries" VALUES(48,'e1D5Zw9yCb7N',48,'move',3,'settle italian 4','k39',1795127913);
INSERT INTO "entries" VALUES(49,'e1D5Zw9yCb7N',49,'sealed',1,'bid 4 german=1','k40',1795127913);
INSERT INTO "entries" VALUES(50,'e1D5Zw9yCb7N',50,'sealed',2,'bid 4 0','k41',1795127914);
INSERT INTO "entries" VALUES(51,'e1D5Zw9yCb7N',51,'move',1,'bid 4 german=1',NULL,1795127914);
INSERT INTO "entries" VALUES(52,'e1D5Zw9yCb7N',52,'move',2,'bid 4 0',NULL,1795127914);
INSERT INTO "entries" VALUES(53,'e1D5Zw9yCb7N',53,'move',1,'favor german','k42',1795127914);
INSERT INTO "entries" VALUES(54,'e1D5Zw9yCb7N',54,'move',2,'favor irish','k43',1795127914);
INSERT INTO "entries" VALUES(55,'e1D5Zw9yCb7N',55,'sealed',2,'bid 6 italian=1','k44',1795127915);
INSERT INTO "entries" VALUES(56,'UcsFezRZtELY',1,'chance',NULL,'order 3 2 1',NULL,1795127915);
INSERT INTO "entries" VALUES(57,'UcsFezRZtELY',2,'chance',NULL,'land B9 M1 Q6',NULL,1795127915);
INSERT INTO "entries" VALUES(58,'UcsFezRZtELY',3,'move',3,'draft Q6','k0',1795127916);
INSERT INTO "entries" VALUES(59,'UcsFezRZtELY',4,'chance',NULL,'land Q8',NULL,1795127916);
INSERT INTO "entries" VALUES(60,'UcsFezRZtELY',5,'move',2,'draft M1','k1',1795127916);
INSERT INTO "entries" VALUES(61,'UcsFezRZtELY',6,'chance',NULL,'land Q3',NULL,1795127916);
INSERT INTO "entries" VALUES(62,'UcsFezRZtELY',7,'move',1,'draft B9','k2',1795127916);
INSERT INTO "entries" VALUES(63,'UcsFezRZtELY',8,'chance',NULL,'land B6',NULL,1795127916);
INSERT INTO "entries" VALUES(64,'UcsFezRZtELY',9,'move',3,'draft Q8','k3',1795127916);
INSERT INTO "entries" VALUES(65,'UcsFezRZtELY',10,'chance',NULL,'land M5',NULL,1795127916);
INSERT INTO "entries" VALUES(66,'UcsFezRZtELY',11,'move',2,'draft M5','k4',1795127916);
INSERT INTO "entries" VALUES(67,'UcsFezRZtELY',12,'chance',NULL,'land B1',NULL,1795127916);
INSERT INTO "entries" VALUES(68,'UcsFezRZtELY',13,'move',1,'draft B1','k5',1795127916);
INSERT INTO "entries" VALUES(69,'UcsFezRZtELY',14,'move',3,'build housing Q8','k6',1795127917);
INSERT INTO "entries" VALUES(70,'UcsFezRZtELY',15,'move',3,'return tower','k7',1795127917);
INSERT INTO "entries" VALUES(71,'UcsFezRZtELY',16,'move',2,'build factory M1','k8',1795127917);
INSERT INTO "entries" VALUES(72,'UcsFezRZtELY',17,'move',2,'return tower','k9',1795127918);
INSERT INTO "entries" VALUES(73,'UcsFezRZtELY',18,'move',1,'build housing B9','k10',1795127918);
INSERT INTO "entries" VALUES(74,'UcsFezRZtELY',19,'move',1,'return factory','k11',1795127918);
INSERT INTO "entries" VALUES(75,'UcsFezRZtELY',20,'move',3,'activate campaign','k12',1795127918);
INSERT INTO "entries" VALUES(76,'UcsFezRZtELY',21,'move',1,'bid 1','k13',1795127918);
INSERT INTO "entries" VALUES(77,'UcsFezRZtELY',22,'move',2,'bid 3','k14',1795127919);
INSERT INTO "entries" VALUES(78,'UcsFezRZtELY',23,'move',3,'accept 2','k15',1795127919);
INSERT INTO "entries" VALUES(79,'UcsFezRZtELY',24,'move',2,'campaign 0','k16',1795127919);
INSERT INTO "entries" VALUES(80,'UcsFezRZtELY',25,'move',2,'activate zoning','k17',1795127919);
INSERT INTO "entries" VALUES(81,'UcsFezRZtELY',26,'chance',NULL,'permits housing tower housing',NULL,1795127919);
INSERT INTO "entries" VALUES(82,'UcsFezRZtELY',27,'move',3,'bid 5','k18',1795127919);
INSERT INTO "entries" VALUES(83,'UcsFezRZtELY',28,'move',1,'pass','k19',1795127919);
INSERT INTO "entries" VALUES(84,'UcsFezRZtELY',29,'move',2,'accept 3','forced UcsFezRZtELY 28',1795127920);
INSERT INTO "entries" VALUES(85,'UcsFezRZtELY',30,'move',3,'take housing','k20',1795127920);
INSERT INTO "entries" VALUES(86,'UcsFezRZtELY',31,'move',3,'take tower','k21',1795127920);
INSERT INTO "entries" VALUES(87,'UcsFezRZtELY',32,'move',3,'bottom housing','forced UcsFezRZtELY 31',1795127920);
INSERT INTO "entries" VALUES(88,'UcsFezRZtELY',33,'move',1,'activate health','k22',1795127921);
INSERT INTO "entries" VALUES(89,'UcsFezRZtELY',34,'move',2,'bid 3','k23',1795127921);
INSERT INTO "entries" VALUES(90,'UcsFezRZtELY',35,'move',3,'pass','k24',1795127921);
INSERT INTO "entries" VALUES(91,'UcsFezRZtELY',36,'move',1,'keep','k25',1795127921);
INSERT INTO "entries" VALUES(92,'UcsFezRZtELY',37,'move',1,'health double','k26',1795127921);
INSERT INTO "entries" VALUES(93,'UcsFezRZtELY',38,'move',3,'activate deputy','k27',1795127922);
INSERT INTO "entries" VALUES(94,'UcsFezRZtELY',39,'move',1,'bid 2','k28',1795127922);
INSERT INTO "entries" VALUES(95,'UcsFezRZtELY',40,'move',2,'bid 2','k29',1795127922);
INSERT INTO "entries" VALUES(96,'UcsFezRZtELY',41,'move',3,'accept 1','k30',1795127922);
INSERT INTO "entries" VALUES(97,'UcsFezRZtELY',42,'move',2,'activate tax','k31',1795127922);
INSERT INTO "entries" VALUES(98,'UcsFezRZtELY',43,'move',3,'bid 2','k32',1795127923);
INSERT INTO "entries" VALUES(99,'UcsFezRZtELY',44,'move',1,'pass','k33',1795127923);
INSERT INTO "entries" VALUES(100,'UcsFezRZtELY',45,'move',2,'keep','k34',1795127923);
INSERT INTO "entries" VALUES(101,'UcsFezRZtELY',46,'move',2,'tax','k35',1795127923);
INSERT INTO "entries" VALUES(102,'UcsFezRZtELY',47,'move',1,'activate surveyor','k36',1795127923);
INSERT INTO "entries" VALUES(103,'UcsFezRZtELY',48,'move',1,'search Q2','k37',1795127924);
INSERT INTO "entries" VALUES(104,'UcsFezRZtELY',49,'move',2,'bid 3','k38',1795127924);
INSERT INTO "entries" VALUES(105,'UcsFezRZtELY',50,'move',3,'bid 3','k39',1795127924);
INSERT INTO "entries" VALUES(106,'UcsFezRZtELY',51,'move',1,'accept 3','k40',1795127924);
INSERT INTO "entries" VALUES(107,'UcsFezRZtELY',52,'move',3,'buy B6','k41',1795127924);
INSERT INTO "entries" VALUES(108,'UcsFezRZtELY',53,'move',1,'activate campaign','k42',1795127925);
INSERT INTO "entries" VALUES(109,'UcsFezRZtELY',54,'move',2,'bid 5','k43',1795127925);
INSERT INTO "entries" VALUES(110,'UcsFezRZtELY',55,'move',3,'pass','k44',1795127925);
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
INSERT INTO "games" VALUES('e1D5Zw9yCb7N','tammany','{"locks": "all"}',1795127902,55,3,NULL,86400,'captain',NULL,0.02,'alone',NULL,1,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "games" VALUES('UcsFezRZtELY','cityhall','{"open_hands": "off"}',1795127915,55,3,NULL,86400,'captain',NULL,0.02,'alone',NULL,1,NULL,NULL,NULL,NULL,NULL,0,0);
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
INSERT INTO "keys" VALUES('told','FVfeHz_pail81MhwK1cWTY168x9YPejd-iKQx5caIDg');
INSERT INTO "keys" VALUES('tables','zB6pT-JXseQBu3FIr2-EkUfUczYLx8kBWRdrPxYw2bk');
INSERT INTO "keys" VALUES('vapid','AzLTo0N7q20tBLcPRjELncwl2-TJZZtr-4ctvSI8BGs');
INSERT INTO "keys" VALUES('browsers','0TF1HWPtaEo_NjFcgvTQFB3LVUXX7dYHKnSqGBpE478');
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
INSERT INTO "rights" VALUES('5396806ef53e40b60df89d84f04d0a39ba78a7824bc28e99b35bf381bf4f72c3','e1D5Zw9yCb7N','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('e15e71d58eddd054def07b6e46132894138ae4eb7ed0397326460b2aff7e1b3e','e1D5Zw9yCb7N','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('2caa05adbf5de9a607e5104aeb56d0bcb0cac5100f3fb6cb9d57a22aa51581bd','e1D5Zw9yCb7N','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('09cc8d345cab04e3b821ad22188739aa9c3112b026c8d42b01f0ee994e96b4b8','e1D5Zw9yCb7N','spent',1,NULL,NULL);
INSERT INTO "rights" VALUES('15312a6020530b7da6695305527195593aa9184857af7234eaae033c5b0fca88','e1D5Zw9yCb7N','spent',2,NULL,NULL);
INSERT INTO "rights" VALUES('9adff7bf025dfded80ad18fd47f7e70b8023b43af16ffa2d59c85c36c97b5279','e1D5Zw9yCb7N','spent',3,NULL,NULL);
INSERT INTO "rights" VALUES('36b1b7d427b7a63fe14be61daeed1248d8a49c0ba5c17dcb093edab662b6262a','e1D5Zw9yCb7N','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('9261fef76dbf8995b46dffe2337a3869fe47b9832222adaf45d9989f783a549d','e1D5Zw9yCb7N','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('ad07c485eac55e2e5cd7e735fd729b0ecbcce670f8622dd616e19b8bc452c3ef','e1D5Zw9yCb7N','seat',3,NULL,NULL);
INSERT INTO "rights" VALUES('9fe1969414fe28d557661371dbdd1ca10f17065e662363fde38f1c0c2ab36081','UcsFezRZtELY','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('16fab10d4b6605e7fc52d8820cc06b1589b5427c9edeabafc88ce313f2e12502','UcsFezRZtELY','owner',0,NULL,NULL);
INSERT INTO "rights" VALUES('4bc850b98eb87c08cc9d757313b876dc0eebdf77cac398b27fbccc159723f559','UcsFezRZtELY','watch',0,NULL,NULL);
INSERT INTO "rights" VALUES('ac4958e62076b4419292a79f9d86b9ebec81d83c77187fb49028ac3d01373b97','UcsFezRZtELY','spent',1,NULL,NULL);
INSERT INTO "rights" VALUES('1f089fbe26fc7c425e93dc75772022aab60c7da52d7226ecbf715fd714fee3a0','UcsFezRZtELY','spent',2,NULL,NULL);
INSERT INTO "rights" VALUES('e9fe2d9621ca595270030cfbbfd0034fb266c5c1b2a3c36af2bbf0b99a06aa9b','UcsFezRZtELY','spent',3,NULL,NULL);
INSERT INTO "rights" VALUES('238f2bf14d5980431b79b8aee9aebdc27dadf0fd9a824f5ff76ca92d8e8a7abe','UcsFezRZtELY','seat',1,NULL,NULL);
INSERT INTO "rights" VALUES('562f53d8ac26aafb33615846e9d5ae56e9dfd4af546fdd63c8c51ed60a61e284','UcsFezRZtELY','seat',2,NULL,NULL);
INSERT INTO "rights" VALUES('08971f157dfe1729358799a319e2439cadf9cc7da7b1a634a0763e36b81d67e0','UcsFezRZtELY','seat',3,NULL,NULL);
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(24) NOT NULL, round INTEGER DEFAULT '0' NOT NULL, was VARCHAR(24), 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('e1D5Zw9yCb7N',1,'P1','person',0,NULL);
INSERT INTO "seats" VALUES('e1D5Zw9yCb7N',2,'P2','person',0,NULL);
INSERT INTO "seats" VALUES('e1D5Zw9yCb7N',3,'P3','person',0,NULL);
INSERT INTO "seats" VALUES('UcsFezRZtELY',1,'P1','person',0,NULL);
INSERT INTO "seats" VALUES('UcsFezRZtELY',2,'P2','person',0,NULL);
INSERT INTO "seats" VALUES('UcsFezRZtELY',3,'P3','person',0,NULL);
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
INSERT INTO "talk" VALUES(1,'e1D5Zw9yCb7N','table','36b1b7d427b7a63fe14be61daeed1248d8a49c0ba5c17dcb093edab662b6262a','1.0',1,'P1',NULL,'hello',1795127915,'t1');
INSERT INTO "talk" VALUES(2,'UcsFezRZtELY','table','238f2bf14d5980431b79b8aee9aebdc27dadf0fd9a824f5ff76ca92d8e8a7abe','1.0',1,'P1',NULL,'hello',1795127925,'t1');
CREATE TABLE waits (
	game VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	told INTEGER NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "waits" VALUES('e1D5Zw9yCb7N',1,1795127914,0);
INSERT INTO "waits" VALUES('UcsFezRZtELY',1,1795127925,0);
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
