-- old writers: unsafe
DROP INDEX "claimants_person";--> statement-breakpoint
DROP INDEX "claims_of_seller_by_status";--> statement-breakpoint
DROP INDEX "claims_expiry";--> statement-breakpoint
ALTER TABLE "claims" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "disputable_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "claimants" ADD COLUMN "tell_sellers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "seller_status" text;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "agreed" jsonb;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "untouched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "uncompared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "joined_to" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputable_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_joined_to_locations_id_fk" FOREIGN KEY ("joined_to") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claimants" DROP CONSTRAINT "claimants_business";--> statement-breakpoint
-- Claimants are businesses now: each person that waits gets the one that it described, connected with who invited it. Where the email
-- belongs to a member meanwhile, its claims are those of that business.
DO $$
DECLARE
  k record; known uuid; claimant uuid; business uuid; place uuid; person uuid; invitation record;
BEGIN
  FOR k IN SELECT * FROM claimants WHERE entity_id IS NULL ORDER BY created_at, id LOOP
    SELECT u.entity_id INTO known FROM users u WHERE u.email = k.email AND u.removed_at IS NULL;
    IF known IS NOT NULL THEN
      SELECT c.id INTO claimant FROM claimants c WHERE c.entity_id = known;
      IF claimant IS NULL THEN
        UPDATE claimants SET entity_id = known, form = null, password_hash = null, mode = null, tier = null WHERE id = k.id;
        UPDATE claims SET status = 'rejected' WHERE claimant_id = k.id AND seller_id = known AND status IN ('waiting', 'offered');
      ELSE
        UPDATE claims x SET claimant_id = claimant WHERE x.claimant_id = k.id AND x.seller_id <> known AND NOT EXISTS (
          SELECT FROM claims o WHERE o.claimant_id = claimant AND o.entity_id = x.entity_id AND o.status IN ('waiting', 'offered', 'merging'));
        UPDATE claims SET status = 'rejected' WHERE claimant_id = k.id AND status IN ('waiting', 'offered');
        DELETE FROM claimants WHERE id = k.id;
      END IF;
      CONTINUE;
    END IF;
    business := gen_random_uuid(); place := gen_random_uuid(); person := gen_random_uuid();
    INSERT INTO entities (id, type, tier, name, legal_name, license_number, license_type, license_expiry, street, city, state, zip,
      contact_email, timezone, license_verified, under_review, signed_up_at)
    SELECT business, f.b->>'type', k.tier, f.b->>'name', f.b->>'legal_name', f.b->>'license_number', f.b->>'license_type',
      (f.b->>'license_expiry')::date, f.a->>'street', f.a->>'city', f.a->>'state', f.a->>'zip', k.email, f.b->>'timezone', false,
      k.mode <> 'open' OR EXISTS (SELECT FROM licenses n JOIN entities e ON e.id = n.entity_id
        WHERE license_form(n.number) = license_form(f.b->>'license_number') AND e.deleted_at IS NULL AND e.managed_by IS NULL), now()
    FROM (SELECT k.form->'business' AS b, k.form->'location'->'address' AS a) f;
    INSERT INTO locations (id, entity_id, name, street, city, state, zip, license_number)
    SELECT place, business, k.form->'location'->>'name', f.a->>'street', f.a->>'city', f.a->>'state', f.a->>'zip',
      k.form->'business'->>'license_number' FROM (SELECT k.form->'location'->'address' AS a) f;
    INSERT INTO users (id, entity_id, email, name, password_hash, team_role)
    VALUES (person, business, k.email, k.form->'owner'->>'name', k.password_hash, 'owner');
    INSERT INTO audit_log (id, entity_id, actor_name, action, object_type, object_id, location_ids, after, request_id, address)
    VALUES (gen_random_uuid(), business, 'Tallyleaf', 'entity.created', 'entity', business, null, k.form->'business', 'migration', 'migration'),
      (gen_random_uuid(), business, 'Tallyleaf', 'location.created', 'location', place, ARRAY[place], k.form->'location', 'migration', 'migration'),
      (gen_random_uuid(), business, 'Tallyleaf', 'member.created', 'member', person, null,
        jsonb_build_object('email', k.email, 'name', k.form->'owner'->>'name', 'team_role', 'owner'), 'migration', 'migration');
    UPDATE claimants SET entity_id = business, form = null, password_hash = null, mode = null, tier = null WHERE id = k.id;
    FOR invitation IN SELECT DISTINCT i.entity_id FROM business_invitations i JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL
      WHERE i.email = k.email AND i.status = 'accepted' LOOP
      INSERT INTO connections (id, requester_id, target_id, status, responded_at)
      VALUES (gen_random_uuid(), invitation.entity_id, business, 'accepted', clock_timestamp()) ON CONFLICT DO NOTHING;
    END LOOP;
    UPDATE accounts SET untouched = true WHERE buyer_id = business;
    PERFORM graphile_worker.add_job('mail_claim_outcome', json_build_object('email', k.email, 'outcome', 'founded'), 'mail:claims:1', null, 10);
  END LOOP;
END $$;--> statement-breakpoint
-- What sellers saw so far: of what matched in full they were not asked.
UPDATE "claims" SET "seller_status" = CASE
  WHEN "status" = 'waiting' THEN 'waiting'
  WHEN "status" IN ('rejected', 'expired') AND "offered_at" IS NULL THEN "status"
  WHEN NOT ("email_matches" AND "license_matches" AND "type_matches") THEN 'offered' END;--> statement-breakpoint
-- A customer whose seller invited by its own email is offered now, and offers don't expire. A merge takes what its owner has seen.
UPDATE "claims" x SET "status" = 'offered', "offered_at" = now() WHERE x."status" = 'waiting' AND x."email_matches" AND EXISTS (
  SELECT FROM "claimants" k JOIN "business_invitations" i ON i."email" = k."email" AND i."status" = 'accepted'
  WHERE k."id" = x."claimant_id" AND i."customer_id" = x."entity_id");--> statement-breakpoint
UPDATE "claims" SET "status" = 'offered' WHERE "status" = 'merging';--> statement-breakpoint
UPDATE "claims" SET "expires_at" = null WHERE "status" = 'offered' AND "seller_status" IS NULL;--> statement-breakpoint
ALTER TABLE "claimants" DROP CONSTRAINT "claimants_mode";--> statement-breakpoint
ALTER TABLE "claimants" DROP CONSTRAINT "claimants_tier";--> statement-breakpoint
ALTER TABLE "claimants" ALTER COLUMN "entity_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "claimants" DROP COLUMN "form";--> statement-breakpoint
ALTER TABLE "claimants" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "claimants" DROP COLUMN "mode";--> statement-breakpoint
ALTER TABLE "claimants" DROP COLUMN "tier";--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_seller_status" CHECK ("claims"."seller_status" in ('waiting', 'offered', 'rejected', 'expired'));--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_agreed" CHECK ("claims"."status" <> 'merging' or "claims"."agreed" is not null);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "claimants_email" ON "claimants" USING btree ("email");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "entities_uncompared" ON "entities" USING btree ("managed_by","id") WHERE "entities"."uncompared";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "claims_of_seller_by_status" ON "claims" USING btree ("seller_id","seller_status","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "claims_expiry" ON "claims" USING btree ("expires_at") WHERE "claims"."seller_status" = 'waiting';
