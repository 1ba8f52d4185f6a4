-- old writers: safe
CREATE TABLE "secret_checks" (
	"id" smallint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "secret_checks_single" CHECK ("secret_checks"."id" = 1)
);
