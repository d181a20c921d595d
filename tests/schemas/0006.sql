BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE book (
	id INTEGER NOT NULL, 
	household INTEGER, 
	CONSTRAINT pk_book PRIMARY KEY (id), 
	CONSTRAINT ck_book_household CHECK (household = 1), 
	CONSTRAINT uq_book_household UNIQUE (household)
);
INSERT INTO "book" VALUES(1,NULL);
CREATE TABLE change (
	game_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	phone_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	"before" VARCHAR, 
	"after" VARCHAR, 
	undoes INTEGER, 
	undoable INTEGER, 
	tap VARCHAR(43), 
	CONSTRAINT pk_change PRIMARY KEY (game_id, revision), 
	CONSTRAINT fk_change_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_change_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
)
 WITHOUT ROWID

;
INSERT INTO "change" VALUES(1,1,'2026-11-23 15:54:34.167831',1,1,NULL,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL,NULL,NULL);
INSERT INTO "change" VALUES(1,2,'2026-11-23 15:54:34.176375',1,1,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL,1,NULL);
INSERT INTO "change" VALUES(1,3,'2026-11-23 15:54:34.180114',1,1,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[0,0,1],"turned":"hearts","trump":"hearts","negated":null,"scored":true}',NULL,2,NULL);
INSERT INTO "change" VALUES(1,4,'2026-11-23 15:54:34.184478',1,2,NULL,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL,3,NULL);
INSERT INTO "change" VALUES(1,5,'2026-11-23 15:54:34.187112',1,2,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL,4,NULL);
INSERT INTO "change" VALUES(1,6,'2026-11-23 15:54:34.191694',1,2,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',5,NULL,NULL);
INSERT INTO "change" VALUES(2,1,'2026-11-23 15:54:34.199338',1,1,NULL,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL,NULL,NULL);
INSERT INTO "change" VALUES(2,2,'2026-11-23 15:54:34.201367',1,1,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}',NULL,1,NULL);
INSERT INTO "change" VALUES(2,3,'2026-11-23 15:54:34.203151',1,1,'{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[null,null,null],"turned":"hearts","trump":"hearts","negated":null,"scored":false}','{"v":2,"number":1,"cards":1,"dealer":0,"rule":"","bids":[0,1,1],"tricks":[0,0,1],"turned":"hearts","trump":"hearts","negated":null,"scored":true}',NULL,2,NULL);
INSERT INTO "change" VALUES(2,4,'2026-11-23 15:54:34.204931',1,2,NULL,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL,3,NULL);
INSERT INTO "change" VALUES(2,5,'2026-11-23 15:54:34.206687',1,2,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',NULL,4,NULL);
INSERT INTO "change" VALUES(2,6,'2026-11-23 15:54:34.208736',1,2,'{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[1,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}','{"v":2,"number":2,"cards":2,"dealer":1,"rule":"","bids":[null,null,null],"tricks":[null,null,null],"turned":"wizard","trump":null,"negated":null,"scored":false}',5,NULL,NULL);
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
CREATE TABLE "game" (
	id INTEGER NOT NULL, 
	"key" VARCHAR(43) NOT NULL, 
	code VARCHAR(6), 
	book_id INTEGER NOT NULL, 
	brought_by INTEGER, 
	follows_id INTEGER, 
	started_by INTEGER, 
	token VARCHAR(64), 
	variant VARCHAR(20) NOT NULL, 
	first_dealer INTEGER NOT NULL, 
	bid_rule VARCHAR(20) NOT NULL, 
	sizes VARCHAR(200) NOT NULL, 
	clock INTEGER, 
	ends_after INTEGER, 
	revision INTEGER NOT NULL, 
	rights INTEGER NOT NULL, 
	undoable INTEGER, 
	running BOOLEAN NOT NULL, 
	played INTEGER NOT NULL, 
	totals VARCHAR(100), 
	started_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	rules VARCHAR(1000) NOT NULL, 
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT uq_game_started_by_token UNIQUE (started_by, token), 
	CONSTRAINT ck_game_ends_after CHECK (ends_after >= 0), 
	CONSTRAINT uq_game_code UNIQUE (code), 
	CONSTRAINT uq_game_key UNIQUE ("key"), 
	CONSTRAINT ck_game_revision CHECK (revision >= 0), 
	CONSTRAINT fk_game_brought_by FOREIGN KEY(brought_by) REFERENCES phone (id), 
	CONSTRAINT fk_game_book_id FOREIGN KEY(book_id) REFERENCES book (id), 
	CONSTRAINT ck_game_clock CHECK (clock > 0), 
	CONSTRAINT ck_game_rights CHECK (rights >= 0), 
	CONSTRAINT fk_game_follows_id FOREIGN KEY(follows_id) REFERENCES game (id) ON DELETE SET NULL, 
	CONSTRAINT ck_game_played CHECK (played >= 0), 
	CONSTRAINT ck_game_undoable CHECK (undoable BETWEEN 1 AND revision), 
	CONSTRAINT fk_game_started_by FOREIGN KEY(started_by) REFERENCES phone (id), 
	CONSTRAINT ck_game_rules CHECK (length(rules) > 2)
);
INSERT INTO "game" VALUES(1,'the-first-game','66FXWD',1,NULL,NULL,1,'d951a03cfe616c2c8ec2762e56429b3c7819bd40c3ac0408f1536f5fbaab644f','wizard',0,'','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,0,4,1,1,'20,-10,30','2026-11-23 15:54:34.156995','2026-11-23 15:54:34.191694','{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"dummies":0,"negating":null,"target":null,"ties":"shared","own":false}');
INSERT INTO "game" VALUES(2,'the-second-game','JFJ3AW',1,NULL,NULL,1,'6bf51f2390f74f65966f840cc1d1dec1389b84e685e945e492092b0198f955e3','wizard',0,'','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,0,4,1,1,'20,-10,30','2026-11-23 15:54:34.195629','2026-11-23 15:54:34.208736','{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"dummies":0,"negating":null,"target":null,"ties":"shared","own":false}');
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
CREATE TABLE keeper (
	game_id INTEGER NOT NULL, 
	phone_id INTEGER NOT NULL, 
	taken_away BOOLEAN NOT NULL, 
	CONSTRAINT pk_keeper PRIMARY KEY (game_id, phone_id), 
	CONSTRAINT fk_keeper_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_keeper_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
);
INSERT INTO "keeper" VALUES(1,1,0);
INSERT INTO "keeper" VALUES(2,1,0);
CREATE TABLE one_time_link (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	nonce VARCHAR(22) NOT NULL, 
	phone_id INTEGER NOT NULL, 
	game_id INTEGER, 
	book_id INTEGER, 
	hand_over BOOLEAN NOT NULL, 
	expires_at DATETIME NOT NULL, 
	used_at DATETIME, 
	used_by INTEGER, 
	CONSTRAINT pk_one_time_link PRIMARY KEY (id), 
	CONSTRAINT ck_one_time_link_purpose CHECK ((game_id IS NULL) <> (book_id IS NULL)), 
	CONSTRAINT fk_one_time_link_book_id FOREIGN KEY(book_id) REFERENCES book (id) ON DELETE CASCADE, 
	CONSTRAINT fk_one_time_link_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_one_time_link_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id), 
	CONSTRAINT fk_one_time_link_used_by FOREIGN KEY(used_by) REFERENCES phone (id), 
	CONSTRAINT uq_one_time_link_token_hash UNIQUE (token_hash)
);
CREATE TABLE phone (
	id INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	book_id INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	seen_at DATETIME NOT NULL, 
	recovery_hash VARCHAR(64), 
	recovery_number INTEGER NOT NULL, 
	CONSTRAINT pk_phone PRIMARY KEY (id), 
	CONSTRAINT fk_phone_book_id FOREIGN KEY(book_id) REFERENCES book (id), 
	CONSTRAINT uq_phone_key_hash UNIQUE (key_hash), 
	CONSTRAINT uq_phone_recovery_hash UNIQUE (recovery_hash)
);
INSERT INTO "phone" VALUES(1,'818886e14073ad55e153f98efb107ab9a1418a032d6d3a5e2c4ab55ecc43dc63',1,'','2026-11-23 15:54:34.194266','b892c30ce336ab75cf024781eed8604b7f4bbda9c7002703e6e07b3999c42798',1);
CREATE TABLE "player" (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_player_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT ck_player_seat CHECK (seat BETWEEN 0 AND 9)
);
INSERT INTO "player" VALUES(1,0,'Ann');
INSERT INTO "player" VALUES(1,1,'Ben');
INSERT INTO "player" VALUES(1,2,'Cem');
INSERT INTO "player" VALUES(2,0,'Ann');
INSERT INTO "player" VALUES(2,1,'Ben');
INSERT INTO "player" VALUES(2,2,'Cem');
CREATE INDEX ix_phone_book_id ON phone (book_id);
CREATE UNIQUE INDEX uq_change_tap ON change (game_id, tap) WHERE tap IS NOT NULL;
CREATE UNIQUE INDEX uq_change_undoes ON change (game_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX ix_keeper_phone ON keeper (phone_id, game_id);
CREATE INDEX ix_one_time_link_book_id ON one_time_link (book_id);
CREATE INDEX ix_one_time_link_game_id ON one_time_link (game_id);
CREATE INDEX ix_one_time_link_phone_id ON one_time_link (phone_id);
CREATE INDEX ix_game_book ON game (book_id, id);
CREATE INDEX ix_game_list ON game (book_id, running, id);
CREATE INDEX ix_game_follows_id ON game (follows_id);
COMMIT;
