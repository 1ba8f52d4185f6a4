CREATE TABLE "audit_seals" (
	"through" bigint PRIMARY KEY NOT NULL,
	"after" bigint NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	"rows" bigint,
	"digest" "bytea",
	CONSTRAINT "audit_seals_after_unique" UNIQUE("after")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "digest" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_position" UNIQUE("position");--> statement-breakpoint
CREATE FUNCTION audit_digest(a audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(a.id, a.entity_id, a.actor_id, a.actor_name, a.action, a.object_type, a.object_id,
    a.location_ids, a.before, a.after, a.request_id, a.address, extract(epoch FROM a.created_at))::text, 'UTF8'))
$$;
--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER audit_log_append_only;
--> statement-breakpoint
UPDATE "audit_log" a SET "digest" = audit_digest(a);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER audit_log_append_only;
--> statement-breakpoint
CREATE FUNCTION digest_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest := audit_digest(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_digest BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION digest_audit();
