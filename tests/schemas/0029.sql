BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0029');
CREATE TABLE book (
	id INTEGER NOT NULL, 
	household INTEGER, stamp VARCHAR(16), 
	CONSTRAINT pk_book PRIMARY KEY (id), 
	CONSTRAINT ck_book_household CHECK (household = 1), 
	CONSTRAINT uq_book_household UNIQUE (household)
);
INSERT INTO "book" VALUES(1,NULL,'f2981b3653151eb8');
CREATE TABLE "change" (
	game_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	phone_id INTEGER NOT NULL, 
	undoes INTEGER, 
	undoable INTEGER, 
	tap VARCHAR(43), 
	places TEXT NOT NULL, 
	waited INTEGER, 
	CONSTRAINT pk_change PRIMARY KEY (game_id, revision), 
	CONSTRAINT fk_change_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id), 
	CONSTRAINT fk_change_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "change" VALUES(1,1,'2026-12-01 05:00:00.129100',1,NULL,NULL,NULL,'[[["hands",1],null,{"number":1,"cards":1,"dealer":0,"bid_rule":"","turned":"hearts","trump":"hearts","bids":[null,null,null],"tricks":[null,null,null],"scored":false}]]',NULL);
INSERT INTO "change" VALUES(1,2,'2026-12-01 05:00:00.136290',1,NULL,1,NULL,'[[["hands",1,"bids",0],null,0],[["hands",1,"bids",1],null,1],[["hands",1,"bids",2],null,1]]',NULL);
INSERT INTO "change" VALUES(1,3,'2026-12-01 05:00:00.139207',1,NULL,2,NULL,'[[["hands",1,"tricks",0],null,0],[["hands",1,"tricks",1],null,0],[["hands",1,"tricks",2],null,1],[["hands",1,"scored"],false,true]]',NULL);
INSERT INTO "change" VALUES(1,4,'2026-12-01 05:00:00.142830',1,NULL,3,NULL,'[[["hands",2],null,{"number":2,"cards":2,"dealer":1,"bid_rule":"","turned":"wizard","trump":null,"bids":[null,null,null],"tricks":[null,null,null],"scored":false}]]',NULL);
INSERT INTO "change" VALUES(1,5,'2026-12-01 05:00:00.145209',1,NULL,4,NULL,'[[["hands",2,"bids",0],null,1]]',NULL);
INSERT INTO "change" VALUES(1,6,'2026-12-01 05:00:00.149066',1,5,NULL,NULL,'[[["hands",2,"bids",0],1,null]]',NULL);
INSERT INTO "change" VALUES(2,1,'2026-12-01 05:00:00.162640',1,NULL,NULL,NULL,'[[["hands",1],null,{"number":1,"cards":1,"dealer":0,"bid_rule":"","turned":"hearts","trump":"hearts","bids":[null,null,null],"tricks":[null,null,null],"scored":false}]]',NULL);
INSERT INTO "change" VALUES(2,2,'2026-12-01 05:00:00.165536',1,NULL,1,NULL,'[[["hands",1,"bids",0],null,0],[["hands",1,"bids",1],null,1],[["hands",1,"bids",2],null,1]]',NULL);
INSERT INTO "change" VALUES(2,3,'2026-12-01 05:00:00.168178',1,NULL,2,NULL,'[[["hands",1,"tricks",0],null,0],[["hands",1,"tricks",1],null,0],[["hands",1,"tricks",2],null,1],[["hands",1,"scored"],false,true]]',NULL);
INSERT INTO "change" VALUES(2,4,'2026-12-01 05:00:00.173225',1,NULL,3,NULL,'[[["hands",2],null,{"number":2,"cards":2,"dealer":1,"bid_rule":"","turned":"wizard","trump":null,"bids":[null,null,null],"tricks":[null,null,null],"scored":false}]]',NULL);
INSERT INTO "change" VALUES(2,5,'2026-12-01 05:00:00.176004',1,NULL,4,NULL,'[[["hands",2,"bids",0],null,1]]',NULL);
INSERT INTO "change" VALUES(2,6,'2026-12-01 05:00:00.179255',1,5,NULL,NULL,'[[["hands",2,"bids",0],1,null]]',NULL);
CREATE TABLE deleted_game (
	book_id INTEGER NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	deleted_at DATETIME NOT NULL, 
	CONSTRAINT pk_deleted_game PRIMARY KEY (book_id, uid), 
	CONSTRAINT fk_deleted_game_book_id FOREIGN KEY(book_id) REFERENCES book (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE event (
	id INTEGER NOT NULL, 
	"key" VARCHAR(43) NOT NULL, 
	uid VARCHAR(64) NOT NULL, 
	secret VARCHAR(43) NOT NULL, 
	book_id INTEGER NOT NULL, 
	brought_by INTEGER, 
	started_by INTEGER, 
	token VARCHAR(64), 
	name VARCHAR(60) NOT NULL, 
	place VARCHAR(60) NOT NULL, 
	day DATE, 
	ended BOOLEAN DEFAULT 0 NOT NULL, 
	revision INTEGER NOT NULL, 
	rights INTEGER NOT NULL, 
	touched INTEGER NOT NULL, 
	started_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, agrees BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT ck_event_revision CHECK (revision >= 0), 
	CONSTRAINT ck_event_rights CHECK (rights >= 0), 
	CONSTRAINT ck_event_touched CHECK (touched >= 0), 
	CONSTRAINT fk_event_book_id FOREIGN KEY(book_id) REFERENCES book (id), 
	CONSTRAINT fk_event_brought_by FOREIGN KEY(brought_by) REFERENCES phone (id), 
	CONSTRAINT fk_event_started_by FOREIGN KEY(started_by) REFERENCES phone (id), 
	CONSTRAINT uq_event_key UNIQUE ("key"), 
	CONSTRAINT uq_event_started_by_token UNIQUE (started_by, token)
);
INSERT INTO "event" VALUES(1,'UBKhQcd9tKlZnjUaOVh4bQ','e5a51362aa76b721fe4d0763da516ad1','4HenRFN-_jD3qTgNFQWIxL5iybClH0cIIj9LkbVgnTE',1,NULL,1,'cb43f9a5b782f7a9dc98cd1c8bdbc8a27c88ba61befd52d49d4abe1a95ff02eb','Rally','',NULL,0,2,0,0,'2026-12-01 05:00:00.187153','2026-12-01 05:00:00.211159',0);
CREATE TABLE "event_act" (
	event_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	phone_id INTEGER, 
	name VARCHAR(40) DEFAULT ('') NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	data TEXT NOT NULL, 
	undone INTEGER, 
	tap VARCHAR(43), 
	CONSTRAINT pk_event_act PRIMARY KEY (event_id, number), 
	CONSTRAINT fk_event_act_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id), 
	CONSTRAINT fk_event_act_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "event_act" VALUES(1,1,'2026-12-01 05:00:00.187153',1,'','created','{"settings":{"name":"Rally","variant":{"game":"wizard","rules":{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"listed":[],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"written":true,"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"near":null,"dummies":0,"negating":null,"target":null,"ties":"shared","own":false,"extras":[],"voids":false,"ghost":false,"name":""}},"hands":[[3,[1]],[4,[1]]],"remainder":3}}',NULL,NULL);
INSERT INTO "event_act" VALUES(1,2,'2026-12-01 05:00:00.211159',1,'','entered','{"newcomers":[{"name":"Ann"},{"name":"Ben"},{"name":"Cem"},{"name":"Dan"},{"name":"Eva"},{"name":"Fay"},{"name":"Gil"}]}',NULL,NULL);
CREATE TABLE event_desk (
	event_id INTEGER NOT NULL, 
	phone_id INTEGER NOT NULL, 
	taken_away BOOLEAN NOT NULL, claimed BOOLEAN DEFAULT 0 NOT NULL, helps BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_event_desk PRIMARY KEY (event_id, phone_id), 
	CONSTRAINT fk_event_desk_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_desk_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
);
INSERT INTO "event_desk" VALUES(1,1,0,1,0);
CREATE TABLE "event_table" (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	claimed_by INTEGER, 
	asked_by INTEGER, 
	closed BOOLEAN DEFAULT 0 NOT NULL, 
	used BOOLEAN DEFAULT 0 NOT NULL, 
	corrected_by INTEGER, 
	joining VARCHAR(40), 
	confirmed INTEGER, 
	disputed INTEGER, 
	dispute VARCHAR(160), 
	agreed_by INTEGER, renames INTEGER, 
	CONSTRAINT pk_event_table PRIMARY KEY (event_id, round, number), 
	CONSTRAINT fk_event_table_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_table_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_event_table_claimed_by FOREIGN KEY(claimed_by) REFERENCES phone (id), 
	CONSTRAINT fk_event_table_corrected_by FOREIGN KEY(corrected_by) REFERENCES phone (id), 
	CONSTRAINT fk_event_table_asked_by FOREIGN KEY(asked_by) REFERENCES phone (id), 
	CONSTRAINT uq_event_table_game_id UNIQUE (game_id), 
	CONSTRAINT fk_event_table_agreed_by FOREIGN KEY(agreed_by) REFERENCES phone (id)
)
 WITHOUT ROWID

;
CREATE TABLE figure (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(20), 
	won BOOLEAN NOT NULL, 
	players INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	beaten INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	hands INTEGER NOT NULL, 
	made INTEGER NOT NULL, 
	bid INTEGER NOT NULL, 
	took INTEGER NOT NULL, 
	zeros INTEGER NOT NULL, 
	zeros_made INTEGER NOT NULL, 
	run INTEGER NOT NULL, 
	climbed INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	best_hand INTEGER NOT NULL, 
	worst INTEGER NOT NULL, 
	worst_hand INTEGER NOT NULL, 
	sizes JSON NOT NULL, 
	turns JSON NOT NULL, 
	CONSTRAINT pk_figure PRIMARY KEY (game_id, seat), 
	CONSTRAINT fk_figure_game_id_seat FOREIGN KEY(game_id, seat) REFERENCES player (game_id, seat) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE "game" (
	id INTEGER NOT NULL, 
	"key" VARCHAR(43) NOT NULL, 
	variant VARCHAR(20) NOT NULL, 
	bid_rule VARCHAR(60) NOT NULL, 
	sizes VARCHAR(200) NOT NULL, 
	clock INTEGER, 
	ends_after INTEGER, 
	revision INTEGER NOT NULL, 
	started_at DATETIME NOT NULL, 
	changed_at DATETIME NOT NULL, 
	code VARCHAR(6), 
	book_id INTEGER NOT NULL, 
	brought_by INTEGER, 
	follows_id INTEGER, 
	rights INTEGER NOT NULL, 
	started_by INTEGER, 
	token VARCHAR(64), 
	undoable INTEGER, 
	running BOOLEAN NOT NULL, 
	played INTEGER NOT NULL, 
	totals VARCHAR(100), 
	rules VARCHAR(1000) NOT NULL, 
	specials BOOLEAN DEFAULT 0 NOT NULL, 
	phone_bids BOOLEAN DEFAULT 0 NOT NULL, 
	kept_as VARCHAR(24), 
	positions VARCHAR(40), 
	uid VARCHAR(64) NOT NULL, 
	title VARCHAR(40), 
	place VARCHAR(40), 
	note VARCHAR(300), 
	sought TEXT, 
	deck VARCHAR(20), 
	event_id INTEGER, 
	made VARCHAR(80), 
	ended_at DATETIME, 
	CONSTRAINT pk_game PRIMARY KEY (id), 
	CONSTRAINT uq_game_code UNIQUE (code), 
	CONSTRAINT fk_game_started_by FOREIGN KEY(started_by) REFERENCES phone (id), 
	CONSTRAINT uq_game_key UNIQUE ("key"), 
	CONSTRAINT ck_game_played CHECK (played >= 0), 
	CONSTRAINT fk_game_brought_by FOREIGN KEY(brought_by) REFERENCES phone (id), 
	CONSTRAINT ck_game_rights CHECK (rights >= 0), 
	CONSTRAINT uq_game_started_by_token UNIQUE (started_by, token), 
	CONSTRAINT ck_game_clock CHECK (clock > 0), 
	CONSTRAINT ck_game_ends_after CHECK (ends_after >= 0), 
	CONSTRAINT ck_game_undoable CHECK (undoable BETWEEN 1 AND revision), 
	CONSTRAINT ck_game_rules CHECK (length(rules) > 2), 
	CONSTRAINT fk_game_follows_id FOREIGN KEY(follows_id) REFERENCES game (id) ON DELETE SET NULL, 
	CONSTRAINT ck_game_revision CHECK (revision >= 0), 
	CONSTRAINT fk_game_book_id FOREIGN KEY(book_id) REFERENCES book (id), 
	CONSTRAINT fk_game_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE SET NULL
);
INSERT INTO "game" VALUES(1,'the-first-game','wizard','','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,'2026-12-01 05:00:00.093883','2026-12-01 05:00:00.149066','66FXWD',1,NULL,NULL,0,1,'9b12d359162285c1bda6f37c994a1cbd5cf7497e5bf76bc8575c588266cb2434',4,1,1,'20,-10,30','{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"listed":[],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"written":true,"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"near":null,"dummies":0,"negating":null,"target":null,"ties":"shared","own":false,"extras":[],"voids":false,"ghost":false,"name":""}',0,0,NULL,'2,3,1','546b8f8cf5daec9b93d9d788bc3d2156',NULL,NULL,NULL,NULL,'suits',NULL,'1/1,0/1,1/1',NULL);
INSERT INTO "game" VALUES(2,'the-second-game','wizard','','1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20',NULL,NULL,6,'2026-12-01 05:00:00.155451','2026-12-01 05:00:00.179255','JFJ3AW',1,NULL,NULL,0,1,'8fb0e59e6dd52a74913d81ba801371e8f3bf946816b789628f2b2ba6fbb8bf5d',4,1,1,'20,-10,30','{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"listed":[],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"written":true,"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"near":null,"dummies":0,"negating":null,"target":null,"ties":"shared","own":false,"extras":[],"voids":false,"ghost":false,"name":""}',0,0,NULL,'2,3,1','cd8785a99142bf78f834288df612110c',NULL,NULL,NULL,NULL,'suits',NULL,'1/1,0/1,1/1',NULL);
CREATE TABLE game_doc (
	game_id INTEGER NOT NULL, 
	doc TEXT NOT NULL, 
	CONSTRAINT pk_game_doc PRIMARY KEY (game_id), 
	CONSTRAINT ck_game_doc_doc CHECK (json_valid(doc)), 
	CONSTRAINT fk_game_doc_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "game_doc" VALUES(1,'{"game":"wizard","rules":{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"listed":[],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"written":true,"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"near":null,"dummies":0,"negating":null,"target":null,"ties":"shared","own":false,"extras":[],"voids":false,"ghost":false,"name":""},"players":[{"name":"Ann"},{"name":"Ben"},{"name":"Cem"}],"first_dealer":0,"bid_rule":"","sizes":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],"hands":[{"number":1,"cards":1,"dealer":0,"bid_rule":"","turned":"hearts","trump":"hearts","bids":[0,1,1],"tricks":[0,0,1],"scored":true},{"number":2,"cards":2,"dealer":1,"bid_rule":"","turned":"wizard","trump":null,"bids":[null,null,null],"tricks":[null,null,null],"scored":false}]}');
INSERT INTO "game_doc" VALUES(2,'{"game":"wizard","rules":{"v":1,"players":[3,6],"deck":60,"sizes":[1,null,1,false],"listed":[],"turned":["spades","hearts","diamonds","clubs","jester","wizard"],"rotation":["none"],"written":true,"bids":["",true],"made":[20,10,0,0],"missed":[0,0,-10,0],"kept":null,"zero":[null,null],"near":null,"dummies":0,"negating":null,"target":null,"ties":"shared","own":false,"extras":[],"voids":false,"ghost":false,"name":""},"players":[{"name":"Ann"},{"name":"Ben"},{"name":"Cem"}],"first_dealer":0,"bid_rule":"","sizes":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],"hands":[{"number":1,"cards":1,"dealer":0,"bid_rule":"","turned":"hearts","trump":"hearts","bids":[0,1,1],"tricks":[0,0,1],"scored":true},{"number":2,"cards":2,"dealer":1,"bid_rule":"","turned":"wizard","trump":null,"bids":[null,null,null],"tricks":[null,null,null],"scored":false}]}');
CREATE TABLE keeper (
	game_id INTEGER NOT NULL, 
	phone_id INTEGER NOT NULL, 
	taken_away BOOLEAN NOT NULL, claimed BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_keeper PRIMARY KEY (game_id, phone_id), 
	CONSTRAINT fk_keeper_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_keeper_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
);
INSERT INTO "keeper" VALUES(1,1,0,1);
INSERT INTO "keeper" VALUES(2,1,0,1);
CREATE TABLE "one_time_link" (
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
	event_id INTEGER, helps BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_one_time_link PRIMARY KEY (id), 
	CONSTRAINT fk_one_time_link_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id), 
	CONSTRAINT fk_one_time_link_used_by FOREIGN KEY(used_by) REFERENCES phone (id), 
	CONSTRAINT uq_one_time_link_token_hash UNIQUE (token_hash), 
	CONSTRAINT fk_one_time_link_book_id FOREIGN KEY(book_id) REFERENCES book (id) ON DELETE CASCADE, 
	CONSTRAINT fk_one_time_link_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_one_time_link_event_id FOREIGN KEY(event_id) REFERENCES event (id) ON DELETE CASCADE, 
	CONSTRAINT ck_one_time_link_purpose CHECK (CASE WHEN game_id IS NULL THEN 0 ELSE 1 END + CASE WHEN book_id IS NULL THEN 0 ELSE 1 END + CASE WHEN event_id IS NULL THEN 0 ELSE 1 END = 1)
);
CREATE TABLE "person" (
	id INTEGER NOT NULL, 
	book_id INTEGER NOT NULL, 
	folded VARCHAR(750) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	same_as INTEGER, 
	hidden BOOLEAN DEFAULT 0 NOT NULL, 
	colour INTEGER, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT fk_person_book_id FOREIGN KEY(book_id) REFERENCES book (id) ON DELETE CASCADE, 
	CONSTRAINT fk_person_same_as FOREIGN KEY(same_as) REFERENCES person (id) ON DELETE CASCADE, 
	CONSTRAINT uq_person_book_id_folded UNIQUE (book_id, folded)
);
INSERT INTO "person" VALUES(1,1,'ann','Ann',NULL,0,NULL);
INSERT INTO "person" VALUES(2,1,'ben','Ben',NULL,0,NULL);
INSERT INTO "person" VALUES(3,1,'cem','Cem',NULL,0,NULL);
CREATE TABLE person_change (
	id INTEGER NOT NULL, 
	book_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	data TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	undone BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_person_change PRIMARY KEY (id), 
	CONSTRAINT fk_person_change_book_id FOREIGN KEY(book_id) REFERENCES book (id) ON DELETE CASCADE, 
	CONSTRAINT fk_person_change_person_id FOREIGN KEY(person_id) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE "phone" (
	id INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	book_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	seen_at DATETIME NOT NULL, 
	recovery_hash VARCHAR(64), 
	recovery_number INTEGER NOT NULL, 
	CONSTRAINT pk_phone PRIMARY KEY (id), 
	CONSTRAINT uq_phone_recovery_hash UNIQUE (recovery_hash), 
	CONSTRAINT uq_phone_key_hash UNIQUE (key_hash), 
	CONSTRAINT fk_phone_book_id FOREIGN KEY(book_id) REFERENCES book (id)
);
INSERT INTO "phone" VALUES(1,'818886e14073ad55e153f98efb107ab9a1418a032d6d3a5e2c4ab55ecc43dc63',1,'','2026-12-01 05:00:00.211131','b892c30ce336ab75cf024781eed8604b7f4bbda9c7002703e6e07b3999c42798',1);
CREATE TABLE "player" (
	game_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	away BOOLEAN DEFAULT 0 NOT NULL, 
	person_id INTEGER, 
	CONSTRAINT pk_player PRIMARY KEY (game_id, seat), 
	CONSTRAINT ck_player_seat CHECK (seat BETWEEN 0 AND 9), 
	CONSTRAINT fk_player_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT fk_player_person_id FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "player" VALUES(1,0,'Ann',0,0,1);
INSERT INTO "player" VALUES(1,1,'Ben',0,0,2);
INSERT INTO "player" VALUES(1,2,'Cem',0,0,3);
INSERT INTO "player" VALUES(2,0,'Ann',0,0,1);
INSERT INTO "player" VALUES(2,1,'Ben',0,0,2);
INSERT INTO "player" VALUES(2,2,'Cem',0,0,3);
CREATE TABLE sealed_bid (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	cards INTEGER NOT NULL, 
	bid INTEGER NOT NULL, 
	phone_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_sealed_bid PRIMARY KEY (game_id, number, seat), 
	CONSTRAINT ck_sealed_bid_number CHECK (number >= 1), 
	CONSTRAINT ck_sealed_bid_cards CHECK (cards BETWEEN 1 AND 60), 
	CONSTRAINT ck_sealed_bid_bid CHECK (bid BETWEEN 0 AND cards), 
	CONSTRAINT fk_sealed_bid_game_id_seat FOREIGN KEY(game_id, seat) REFERENCES player (game_id, seat) ON DELETE CASCADE, 
	CONSTRAINT fk_sealed_bid_phone_id FOREIGN KEY(phone_id) REFERENCES phone (id)
);
CREATE TABLE tap (
	game_id INTEGER NOT NULL, 
	number VARCHAR(43) NOT NULL, 
	places TEXT, 
	revision INTEGER NOT NULL, 
	CONSTRAINT pk_tap PRIMARY KEY (game_id, number), 
	CONSTRAINT fk_tap_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE INDEX ix_keeper_phone ON keeper (phone_id, game_id);
CREATE INDEX ix_person_change_book_id ON person_change (book_id);
CREATE INDEX ix_person_change_person_id ON person_change (person_id);
CREATE INDEX ix_event_list ON event (book_id, started_at, id);
CREATE INDEX ix_event_desk_phone ON event_desk (phone_id, event_id);
CREATE INDEX ix_one_time_link_game_id ON one_time_link (game_id);
CREATE INDEX ix_one_time_link_phone_id ON one_time_link (phone_id);
CREATE INDEX ix_one_time_link_book_id ON one_time_link (book_id);
CREATE INDEX ix_one_time_link_event_id ON one_time_link (event_id);
CREATE INDEX ix_person_same_as ON person (same_as);
CREATE INDEX ix_phone_book_id ON phone (book_id);
CREATE UNIQUE INDEX uq_event_act_tap ON event_act (event_id, tap) WHERE tap IS NOT NULL;
CREATE INDEX ix_player_person ON player (person_id, game_id);
CREATE INDEX ix_game_kept ON game (book_id, kept_as) WHERE kept_as IS NOT NULL;
CREATE UNIQUE INDEX ix_game_uid ON game (book_id, uid);
CREATE INDEX ix_game_follows_id ON game (follows_id);
CREATE INDEX ix_game_book ON game (book_id, id);
CREATE INDEX ix_game_event ON game (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX ix_game_sought ON game (book_id) WHERE sought IS NOT NULL;
CREATE INDEX ix_game_history ON game (book_id, started_at, id);
CREATE INDEX ix_game_list ON game (book_id, running, started_at, id);
CREATE INDEX ix_game_kind ON game (book_id, variant, started_at, id);
CREATE UNIQUE INDEX uq_change_tap ON change (game_id, tap) WHERE tap IS NOT NULL;
CREATE UNIQUE INDEX uq_change_undoes ON change (game_id, undoes) WHERE undoes IS NOT NULL;
COMMIT;
