-- old writers: unsafe
CREATE TABLE "business_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"email" text NOT NULL,
	"invited_as" text NOT NULL,
	"customer_id" uuid,
	"status" text DEFAULT 'sent' NOT NULL,
	"mailed" boolean NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"responded_at" timestamp (3) with time zone,
	CONSTRAINT "business_invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "business_invitations_of_entity" UNIQUE("entity_id","created_at","id"),
	CONSTRAINT "business_invitations_as" CHECK ("business_invitations"."invited_as" in ('customer', 'supplier')),
	CONSTRAINT "business_invitations_status" CHECK ("business_invitations"."status" in ('sent', 'accepted', 'revoked')),
	CONSTRAINT "business_invitations_email" CHECK ("business_invitations"."email" = lower("business_invitations"."email"))
);
--> statement-breakpoint
CREATE TABLE "claimants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"entity_id" uuid,
	"form" jsonb,
	"password_hash" text,
	"mode" text,
	"tier" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claimants_mode" CHECK ("claimants"."mode" in ('off', 'review', 'open')),
	CONSTRAINT "claimants_tier" CHECK ("claimants"."tier" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "claimants_business" CHECK (("claimants"."entity_id" is null) = ("claimants"."form" is not null and "claimants"."password_hash" is not null and "claimants"."mode" is not null and "claimants"."tier" is not null))
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"claimant_id" uuid,
	"email_matches" boolean NOT NULL,
	"license_matches" boolean NOT NULL,
	"type_matches" boolean NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_status" CHECK ("claims"."status" in ('waiting', 'offered', 'merging', 'confirmed', 'rejected', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "entity_aliases" (
	"alias_id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"survivor_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsubscribed_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "business_invitations" ADD CONSTRAINT "business_invitations_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_invitations" ADD CONSTRAINT "business_invitations_customer_id_entities_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claimants" ADD CONSTRAINT "claimants_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_claimant_id_claimants_id_fk" FOREIGN KEY ("claimant_id") REFERENCES "public"."claimants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_alias_id_entities_id_fk" FOREIGN KEY ("alias_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entity_aliases" ADD CONSTRAINT "entity_aliases_survivor_id_entities_id_fk" FOREIGN KEY ("survivor_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_invitations_to" ON "business_invitations" USING btree ("email","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claimants_person" ON "claimants" USING btree ("email") WHERE "claimants"."entity_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "claimants_of_business" ON "claimants" USING btree ("entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_once" ON "claims" USING btree ("entity_id","claimant_id") WHERE "claims"."status" in ('waiting', 'offered', 'merging');--> statement-breakpoint
CREATE INDEX "claims_of_seller" ON "claims" USING btree ("seller_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_of_claimant" ON "claims" USING btree ("claimant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_expiry" ON "claims" USING btree ("expires_at") WHERE "claims"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "entity_aliases_of_survivor" ON "entity_aliases" USING btree ("survivor_id");--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'claim_waiting', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'claim_waiting', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind";
--> statement-breakpoint
-- A merge moves locations first, and then the orders that go to them.
ALTER TABLE "orders" ALTER CONSTRAINT "orders_receiving_location" DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
-- Orders also move to another buyer.
CREATE OR REPLACE FUNCTION move_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, side, placed_at, status, orders, units, cents)
  SELECT p.entity_id, p.side, quarter_hour(p.created_at), p.status, p.orders, p.units, p.cents
  FROM was o JOIN now_is n ON n.id = o.id
    AND (n.status, n.units, n.total_cents, n.created_at, n.wholesaler_id, n.retailer_id)
      IS DISTINCT FROM (o.status, o.units, o.total_cents, o.created_at, o.wholesaler_id, o.retailer_id)
    CROSS JOIN LATERAL (VALUES
      (o.wholesaler_id, 'selling', o.created_at, o.status, -1, -o.units, -o.total_cents),
      (o.retailer_id, 'buying', o.created_at, o.status, -1, -o.units, -o.total_cents),
      (n.wholesaler_id, 'selling', n.created_at, n.status, 1, n.units, n.total_cents),
      (n.retailer_id, 'buying', n.created_at, n.status, 1, n.units, n.total_cents)
    ) p (entity_id, side, created_at, status, orders, units, cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "entities_contact_email" ON "entities" USING btree (lower("contact_email")) WHERE "entities"."managed_by" is not null;