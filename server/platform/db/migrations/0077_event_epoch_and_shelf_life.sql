-- old writers: safe
CREATE TABLE "event_epoch" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" integer NOT NULL,
	CONSTRAINT "event_epoch_one" CHECK ("event_epoch"."one")
);
--> statement-breakpoint
INSERT INTO "event_epoch" ("epoch") VALUES (1);--> statement-breakpoint
ALTER TABLE "event_sequences" ADD COLUMN "gaps" "int8multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "min_days_at_delivery" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Where only the operator makes businesses, a limit on calls hinders its own; `set-tier` is the operator's word.
UPDATE "entities" e SET "tier" = 'enterprise'
WHERE e."tier" = 'free' AND e."managed_by" IS NULL AND current_setting('tallyleaf.own', true) = 'on'
  AND NOT EXISTS (SELECT FROM "audit_log" a WHERE a."entity_id" = e."id" AND a."object_id" = e."id" AND a."action" = 'entity.tier_changed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_by_type" ON "events" USING btree ("entity_id","type","sequence") WHERE "events"."sequence" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_of_object" ON "events" USING btree ("entity_id",("data" ->> 'id'),"sequence") WHERE "events"."sequence" is not null;
