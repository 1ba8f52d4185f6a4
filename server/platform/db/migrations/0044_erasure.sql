-- old writers: safe
CREATE TABLE "entity_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"storage_key" text,
	"size" bigint,
	"sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "entity_exports_status" CHECK ("entity_exports"."status" in ('running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_kind" CHECK ("erasures"."kind" in ('user', 'entity'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "salt" "bytea";--> statement-breakpoint
ALTER TABLE "entity_exports" ADD CONSTRAINT "entity_exports_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entity_exports_of_entity" ON "entity_exports" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_requested" ON "erasures" USING btree ("subject_id") WHERE "erasures"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "erasures_of_entity" ON "erasures" USING btree ("entity_id","created_at");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_digest(a audit_log) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(coalesce(a.salt, ''::bytea) || convert_to(jsonb_build_array(a.id, a.entity_id, a.actor_id, a.actor_name, a.action, a.object_type, a.object_id,
    a.location_ids, a.before, a.after, a.request_id, a.address, extract(epoch FROM a.created_at))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION digest_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.digest := audit_digest(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The application's role has no right to update these tables: only their owner, who could drop the trigger as well, gets here.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('tallyleaf.erasing', true) = 'on' 
    AND to_jsonb(NEW) -> 'digest' IS NOT DISTINCT FROM to_jsonb(OLD) -> 'digest' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- Texts that are a value, as values of JSON.
CREATE FUNCTION erase_values(source jsonb, erased text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
DECLARE
  result text := source::text;
  value text;
BEGIN
  FOREACH value IN ARRAY erased LOOP
    -- A key of the same text stays: it is set aside as a character that no JSON has.
    result := replace(replace(replace(result, to_jsonb(value)::text || ':', E'\x01'), to_jsonb(value)::text, '"Erased"'),
      E'\x01', to_jsonb(value)::text || ':');
  END LOOP;
  RETURN result::jsonb;
END $$;
