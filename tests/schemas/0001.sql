BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE change (
	game_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	phone_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	"before" VARCHAR, 
	"after" VARCHAR, 
	undoes INTEGER, 
	CONSTRAINT pk_change PRIMARY KEY (game_id, revision), 
	CONSTRAINT fk_change_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_change_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
);
INSERT INTO "change" VALUES(1,1,'2026-11-20 23:54:06.978802',1,1,NULL,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(1,2,'2026-11-20 23:54:07.001133',1,1,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(1,3,'2026-11-20 23:54:07.018002',1,1,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[0,0,1],"turned":"hearts","trump":"hearts","negated":null,"scored":true}',NULL);
INSERT INTO "change" VALUES(1,4,'2026-11-20 23:54:07.035898',1,2,NULL,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(1,5,'2026-11-20 23:54:07.054038',1,2,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(1,6,'2026-11-20 23:54:07.070820',1,2,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',5);
INSERT INTO "change" VALUES(2,1,'2026-11-20 23:54:07.089379',1,1,NULL,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(2,2,'2026-11-20 23:54:07.104997',1,1,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(2,3,'2026-11-20 23:54:07.120759',1,1,'{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"number":1,"cards":1,"dealer":0,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[0,1,1],"tricks":[0,0,1],"turned":"hearts","trump":"hearts","negated":null,"scored":true}',NULL);
INSERT INTO "change" VALUES(2,4,'2026-11-20 23:54:07.136508',1,2,NULL,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(2,5,'2026-11-20 23:54:07.153166',1,2,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL);
INSERT INTO "change" VALUES(2,6,'2026-11-20 23:54:07.166135',1,2,'{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"number":2,"cards":2,"dealer":1,"bid_rule":{"hook":false,"not_on_one_card":false,"zero_allowed":false},"bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',5);
CREATE TABLE entry (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	cards INTEGER NOT NULL, 
	bid INTEGER, 
	tricks INTEGER, 
	CONSTRAINT pk_entry PRIMARY KEY (game_id, number, seat), 
	CONSTRAINT ck_entry_bid CHECK (bid BETWEEN 0 AND cards), 
	CONSTRAINT ck_entry_tricks CHECK (tricks BETWEEN 0 AND cards), 
	CONSTRAINT fk_entry_game_id_number_cards FOREIGN KEY(game_id, number, cards) REFERENCES hand (game_id, number, cards) ON DELETE CASCADE, 
	CONSTRAINT fk_entry_game_id_seat FOREIGN KEY(game_id, seat) REFERENCES player (game_id, seat) ON DELETE CASCADE
);
INSERT INTO "entry" VALUES(1,1,0,1,0,0);
INSERT INTO "entry" VALUES(1,1,1,1,1,0);
INSERT INTO "entry" VALUES(1,1,2,1,1,1);
INSERT INTO "entry" VALUES(1,2,0,2,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,1,2,NULL,NULL);
INSERT INTO "entry" VALUES(1,2,2,2,NULL,NULL);
INSERT INTO "entry" VALUES(2,1,0,1,0,0);
INSERT INTO "entry" VALUES(2,1,1,1,1,0);
INSERT INTO "entry" VALUES(2,1,2,1,1,1);
INSERT INTO "entry" VALUES(2,2,0,2,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,1,2,NULL,NULL);
INSERT INTO "entry" VALUES(2,2,2,2,NULL,NULL);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	"key" VARCHAR(43) NOT NULL, 
	phone_id INTEGER NOT NULL, 
	variant VARCHAR(20) NOT NULL, 
	first_dealer INTEGER NOT NULL, 
	bid_rule VARCHAR(20) NOT NULL, 
	sizes VARCHAR(200) NOT NULL, 
	clock INTEGER, 
	ends_after INTEGER, 
	revision INTEGER NOT NULL, 
	started_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT ck_game_clock CHECK (clock > 0), 
	CONSTRAINT ck_game_ends_after CHECK (ends_after >= 0), 
	CONSTRAINT ck_game_revision CHECK (revision >= 0), 
	CONSTRAINT fk_game_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id), 
	CONSTRAINT uq_game_key UNIQUE ("key")
);
INSERT INTO "game" VALUES(1,'the-first-game',1,'wizard',0,'','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,'2026-11-20 23:54:06.875362','2026-11-20 23:54:07.070820');
INSERT INTO "game" VALUES(2,'the-second-game',1,'wizard',0,'','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,'2026-11-20 23:54:07.076095','2026-11-20 23:54:07.166135');
CREATE TABLE hand (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	cards INTEGER NOT NULL, 
	dealer INTEGER NOT NULL, 
	bid_rule VARCHAR(20) NOT NULL, 
	turned VARCHAR(8), 
	trump VARCHAR(8), 
	negated INTEGER, 
	scored BOOLEAN NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (game_id, number), 
	CONSTRAINT ck_hand_trump CHECK (trump IN ('spades', 'hearts', 'diamonds', 'clubs', 'none')), 
	CONSTRAINT ck_hand_turned CHECK (turned IN ('spades', 'hearts', 'diamonds', 'clubs', 'jester', 'wizard')), 
	CONSTRAINT ck_hand_scored CHECK (NOT scored OR trump IS NOT NULL), 
	CONSTRAINT ck_hand_cards CHECK (cards BETWEEN 1 AND 60), 
	CONSTRAINT ck_hand_negated CHECK (negated BETWEEN -1 AND 5), 
	CONSTRAINT ck_hand_number CHECK (number >= 1), 
	CONSTRAINT fk_hand_game_id_dealer FOREIGN KEY(game_id, dealer) REFERENCES player (game_id, seat) ON DELETE CASCADE, 
	CONSTRAINT fk_hand_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT uq_hand_game_id_number_cards UNIQUE (game_id, number, cards)
);
INSERT INTO "hand" VALUES(1,1,1,0,'','hearts','hearts',NULL,1);
INSERT INTO "hand" VALUES(1,2,2,1,'','wizard',NULL,NULL,0);
INSERT INTO "hand" VALUES(2,1,1,0,'','hearts','hearts',NULL,1);
INSERT INTO "hand" VALUES(2,2,2,1,'','wizard',NULL,NULL,0);
CREATE TABLE phone (
	id INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_phone PRIMARY KEY (id), 
	CONSTRAINT uq_phone_key_hash UNIQUE (key_hash)
);
INSERT INTO "phone" VALUES(1,'818886e14073ad55e153f98efb107ab9a1418a032d6d3a5e2c4ab55ecc43dc63');
CREATE TABLE player (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (game_id, seat), 
	CONSTRAINT ck_player_seat CHECK (seat BETWEEN 0 AND 5), 
	CONSTRAINT fk_player_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "player" VALUES(1,0,'Ann');
INSERT INTO "player" VALUES(1,1,'Ben');
INSERT INTO "player" VALUES(1,2,'Cem');
INSERT INTO "player" VALUES(2,0,'Ann');
INSERT INTO "player" VALUES(2,1,'Ben');
INSERT INTO "player" VALUES(2,2,'Cem');
CREATE INDEX ix_game_phone_id ON game (phone_id);
COMMIT;
