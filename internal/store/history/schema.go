package history

// migrations make the tables: each brings a database from the version of its index to the next. Released ones must not
// change.
//
// Times of day are milliseconds of Unix time, other times nanoseconds, sizes bytes. A source is named by the SHA-256 of
// the compressed content; stream is NULL if it was too long. repeats is the run whose source was judged again, or 0.
// progress and step outlive the runs of their problems. earlier contains the plain files in which the history was kept
// before there was a database. credit is verdict.Credit; in runs of versions that did not know the maximum it depends on
// the verdict and the failed tests.
var migrations = []string{
	`CREATE TABLE source (
		key     TEXT PRIMARY KEY,
		content BLOB NOT NULL
	) WITHOUT ROWID;
	CREATE TABLE run (
		id           INTEGER PRIMARY KEY AUTOINCREMENT,
		at           INTEGER NOT NULL,
		problem      TEXT NOT NULL,
		problem_key  TEXT NOT NULL,
		package      TEXT NOT NULL,
		submission   TEXT NOT NULL,
		path         TEXT NOT NULL,
		against      TEXT NOT NULL,
		cases        TEXT NOT NULL,
		own          INTEGER NOT NULL,
		source       TEXT REFERENCES source(key),
		language     TEXT NOT NULL,
		verdict      TEXT NOT NULL,
		reason       TEXT NOT NULL,
		score        REAL,
		tests        INTEGER NOT NULL,
		passed       INTEGER NOT NULL,
		failed       INTEGER NOT NULL,
		interrupted  INTEGER NOT NULL,
		slowest      INTEGER NOT NULL,
		slowest_test TEXT NOT NULL,
		time_limit   INTEGER NOT NULL,
		wall         INTEGER NOT NULL,
		memory       INTEGER NOT NULL,
		tier         TEXT NOT NULL,
		processor    TEXT NOT NULL,
		version      TEXT NOT NULL,
		stream       BLOB
	);
	CREATE INDEX run_solution ON run(path, against);
	CREATE INDEX run_problem ON run(problem_key);
	CREATE INDEX run_source ON run(source);
	CREATE TABLE case_run (
		run      INTEGER NOT NULL REFERENCES run(id),
		position INTEGER NOT NULL,
		test     TEXT NOT NULL,
		verdict  TEXT NOT NULL,
		cpu      INTEGER NOT NULL,
		wall     INTEGER NOT NULL,
		memory   INTEGER NOT NULL,
		runs     INTEGER NOT NULL,
		PRIMARY KEY (run, position)
	) WITHOUT ROWID;
	CREATE TABLE progress (
		problem_key TEXT PRIMARY KEY,
		state       TEXT NOT NULL,
		at          INTEGER NOT NULL
	) WITHOUT ROWID;
	CREATE TABLE earlier (
		name    TEXT PRIMARY KEY,
		content TEXT NOT NULL
	) WITHOUT ROWID;`,
	`CREATE TABLE step (
		id          INTEGER PRIMARY KEY,
		at          INTEGER NOT NULL,
		problem     TEXT NOT NULL,
		problem_key TEXT NOT NULL,
		kind        TEXT NOT NULL,
		number      INTEGER NOT NULL
	);
	CREATE INDEX step_problem ON step(problem_key);`,
	`ALTER TABLE run ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;`,
	// Runs are removed before progress, so afterwards they no longer tell which problem the progress belongs to.
	`ALTER TABLE progress ADD COLUMN problem TEXT NOT NULL DEFAULT '';
	UPDATE progress SET problem = coalesce((SELECT problem FROM run WHERE run.problem_key = progress.problem_key ORDER BY id DESC LIMIT 1), '');`,
	`ALTER TABLE run ADD COLUMN max_score REAL;
	ALTER TABLE run ADD COLUMN credit TEXT NOT NULL DEFAULT '';
	UPDATE run SET credit = CASE
		WHEN verdict = '' THEN ''
		WHEN verdict = 'AC' AND (score IS NULL OR failed = 0) THEN 'full'
		WHEN score > 0 THEN 'partial'
		ELSE 'none' END;`,
}
