-- old writers: safe
CREATE TABLE "compliance_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"connection_id" uuid,
	"kind" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"order_id" uuid,
	"subject" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "compliance_jobs_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request" jsonb,
	"status" text NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"remote_id" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"edits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quantities" jsonb,
	"reviewer_id" uuid,
	"reviewer_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "compliance_jobs_kind" CHECK ("compliance_jobs"."kind" in ('package_adjustment', 'package_finish', 'transfer_template', 'transfer_template_change', 'transfer_template_delete')),
	CONSTRAINT "compliance_jobs_source" CHECK ("compliance_jobs"."source_type" in ('movement', 'job', 'order')),
	CONSTRAINT "compliance_jobs_status" CHECK ("compliance_jobs"."status" in ('needs_data', 'review', 'ready', 'sending', 'unknown', 'confirmed', 'rejected', 'skipped', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "compliance_packages" (
	"location_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"state" text,
	"remote_id" text,
	"item_name" text,
	"quantity" numeric(20, 5),
	"unit" text,
	"changed_at" text,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "compliance_packages_location_id_tag_pk" PRIMARY KEY("location_id","tag"),
	CONSTRAINT "compliance_packages_state" CHECK ("compliance_packages"."state" in ('active', 'onhold', 'inactive', 'intransit'))
);
--> statement-breakpoint
CREATE TABLE "compliance_sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"state" text NOT NULL,
	"environment" text NOT NULL,
	"pos_reports" boolean,
	"reasons" jsonb,
	"vendor_reasons" jsonb,
	"transfer_types" jsonb,
	"reading" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"pauses" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "compliance_sites_of_location" UNIQUE("location_id"),
	CONSTRAINT "compliance_sites_environment" CHECK ("compliance_sites"."environment" in ('production', 'sandbox'))
);
--> statement-breakpoint
CREATE TABLE "compliance_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"remote_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"template_id" text,
	"manifest_number" text,
	"shipper_name" text,
	"shipper_license" text,
	"recipient_name" text,
	"recipient_license" text,
	"type_name" text,
	"departs_at" text,
	"arrives_at" text,
	"received_at" text,
	"voided" boolean DEFAULT false NOT NULL,
	"packages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"accepted_tags" text[] DEFAULT '{}' NOT NULL,
	"order_id" uuid,
	"receipt_id" uuid,
	"goods_receipt_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changed_at" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "compliance_transfers_once" UNIQUE("location_id","direction","delivery_id"),
	CONSTRAINT "compliance_transfers_direction" CHECK ("compliance_transfers"."direction" in ('incoming', 'outgoing'))
);
--> statement-breakpoint
ALTER TABLE "goods_receipts" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "employee_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "planned_route" text;--> statement-breakpoint
ALTER TABLE "compliance_jobs" ADD CONSTRAINT "compliance_jobs_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_jobs" ADD CONSTRAINT "compliance_jobs_connection_id_integration_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."integration_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_jobs" ADD CONSTRAINT "compliance_jobs_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_packages" ADD CONSTRAINT "compliance_packages_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_packages" ADD CONSTRAINT "compliance_packages_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_sites" ADD CONSTRAINT "compliance_sites_id_integration_connections_id_fk" FOREIGN KEY ("id") REFERENCES "public"."integration_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_sites" ADD CONSTRAINT "compliance_sites_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_sites" ADD CONSTRAINT "compliance_sites_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_transfers" ADD CONSTRAINT "compliance_transfers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_transfers" ADD CONSTRAINT "compliance_transfers_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "compliance_jobs_once" ON "compliance_jobs" USING btree ("connection_id","kind","source_type","source_id","revision");--> statement-breakpoint
CREATE INDEX "compliance_jobs_newest" ON "compliance_jobs" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "compliance_jobs_by_status" ON "compliance_jobs" USING btree ("entity_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "compliance_jobs_of_order" ON "compliance_jobs" USING btree ("order_id") WHERE "compliance_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "compliance_jobs_of_subject" ON "compliance_jobs" USING btree ("entity_id","subject","position");--> statement-breakpoint
CREATE INDEX "compliance_jobs_due" ON "compliance_jobs" USING btree ("connection_id","next_attempt_at","position") WHERE "compliance_jobs"."status" in ('ready', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "compliance_jobs_unfinished" ON "compliance_jobs" USING btree ("connection_id","subject","position") WHERE "compliance_jobs"."status" in ('needs_data', 'review', 'ready', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "compliance_packages_of_entity" ON "compliance_packages" USING btree ("entity_id","tag","location_id");--> statement-breakpoint
CREATE INDEX "compliance_sites_of_entity" ON "compliance_sites" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "compliance_sites_leased" ON "compliance_sites" USING btree ("state","environment","lease_until") WHERE "compliance_sites"."lease_token" is not null;--> statement-breakpoint
CREATE INDEX "compliance_transfers_newest" ON "compliance_transfers" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "compliance_transfers_of_order" ON "compliance_transfers" USING btree ("order_id") WHERE "compliance_transfers"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "integration_connections_metrc" ON "integration_connections" USING btree ("location_id") WHERE "integration_connections"."system" = 'metrc';--> statement-breakpoint
CREATE TRIGGER compliance_jobs_updated_at BEFORE UPDATE ON compliance_jobs FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER compliance_transfers_updated_at BEFORE UPDATE ON compliance_transfers FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION keep_updated_at();
