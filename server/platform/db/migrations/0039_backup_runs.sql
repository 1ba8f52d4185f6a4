-- old writers: safe
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"bytes" bigint,
	"error" text,
	CONSTRAINT "backup_runs_kind" CHECK ("backup_runs"."kind" in ('backup', 'base', 'verify')),
	CONSTRAINT "backup_runs_outcome" CHECK ("backup_runs"."outcome" in ('done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "backup_runs_of_kind" ON "backup_runs" USING btree ("kind","outcome","finished_at");