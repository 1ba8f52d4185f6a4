-- old writers: unsafe
CREATE TABLE "order_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"menu_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"customer_id" uuid,
	"status" text DEFAULT 'unconfirmed' NOT NULL,
	"business" jsonb,
	"contact" jsonb,
	"address" text,
	"contact_known" boolean NOT NULL,
	"lines" jsonb NOT NULL,
	"prices_shown" boolean NOT NULL,
	"delivery_date" date,
	"notes" text,
	"po_number" text,
	"reason" text,
	"token_hash" text NOT NULL,
	"token_sealed" text NOT NULL,
	"network" text NOT NULL,
	"digest" text NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	"order_id" uuid,
	"accepted_for" uuid,
	"made_customer" boolean DEFAULT false NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"blanked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "order_requests_token" UNIQUE("token_hash"),
	CONSTRAINT "order_requests_status" CHECK ("order_requests"."status" in ('unconfirmed', 'waiting', 'accepted', 'declined', 'withdrawn', 'expired')),
	CONSTRAINT "order_requests_confirmed" CHECK (("order_requests"."confirmed_at" is null) = ("order_requests"."status" = 'unconfirmed')),
	CONSTRAINT "order_requests_ordered" CHECK (("order_requests"."order_id" is not null) = ("order_requests"."status" = 'accepted')),
	CONSTRAINT "order_requests_lines" CHECK (jsonb_array_length("order_requests"."lines") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "menu_marks" (
	"menu_id" uuid NOT NULL,
	"price_group" text NOT NULL,
	"variant_id" uuid NOT NULL,
	"price_cents" bigint NOT NULL,
	"in_stock" boolean NOT NULL,
	"appeared_at" timestamp (3) with time zone NOT NULL,
	"restocked_at" timestamp (3) with time zone,
	"cheaper_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "menu_marks_menu_id_price_group_variant_id_pk" PRIMARY KEY("menu_id","price_group","variant_id")
);
--> statement-breakpoint
CREATE TABLE "menu_recipients" (
	"send_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "menu_recipients_send_id_customer_id_pk" PRIMARY KEY("send_id","customer_id"),
	CONSTRAINT "menu_recipients_status" CHECK ("menu_recipients"."status" in ('waiting', 'queued', 'sent', 'skipped')),
	CONSTRAINT "menu_recipients_reason" CHECK (("menu_recipients"."reason" is not null) = ("menu_recipients"."status" = 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "menu_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"menu_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"total" integer NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "menu_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"menu_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"customer_id" uuid,
	"token_hash" text NOT NULL,
	"token_sealed" text NOT NULL,
	"last_opened_on" date,
	"last_mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "menu_links_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "menu_passers" (
	"menu_id" uuid NOT NULL,
	"network" text NOT NULL,
	"passed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "menu_passers_menu_id_network_pk" PRIMARY KEY("menu_id","network")
);
--> statement-breakpoint
CREATE TABLE "menu_views" (
	"link_id" uuid NOT NULL,
	"menu_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "menu_views_link_id_day_pk" PRIMARY KEY("link_id","day")
);
--> statement-breakpoint
CREATE TABLE "menus" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"message" text,
	"customer_id" uuid,
	"prices" text DEFAULT 'shown' NOT NULL,
	"price_list_id" uuid,
	"goods" text DEFAULT 'all' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"brands" text[] DEFAULT '{}' NOT NULL,
	"variant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"availability" text DEFAULT 'levels' NOT NULL,
	"certificates" boolean DEFAULT false NOT NULL,
	"takes_requests" boolean DEFAULT true NOT NULL,
	"minimum_order_cents" bigint,
	"passcode_hash" text,
	"location_id" uuid,
	"state" text,
	"expires_on" date,
	"status" text DEFAULT 'active' NOT NULL,
	"schedule" jsonb,
	"next_send_at" timestamp (3) with time zone,
	"version" bigint DEFAULT 1 NOT NULL,
	"guessed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "menus_prices" CHECK ("menus"."prices" in ('shown', 'hidden')),
	CONSTRAINT "menus_goods" CHECK ("menus"."goods" in ('all', 'chosen')),
	CONSTRAINT "menus_availability" CHECK ("menus"."availability" in ('exact', 'levels', 'hidden')),
	CONSTRAINT "menus_status" CHECK ("menus"."status" in ('active', 'off')),
	CONSTRAINT "menus_minimum_order" CHECK ("menus"."minimum_order_cents" between 0 and 999999999999),
	CONSTRAINT "menus_variants" CHECK (cardinality("menus"."variant_ids") <= 500)
);
--> statement-breakpoint
CREATE TABLE "bounced_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"status" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_link_id_menu_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."menu_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_customer_id_entities_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_accepted_for_entities_id_fk" FOREIGN KEY ("accepted_for") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_marks" ADD CONSTRAINT "menu_marks_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_recipients" ADD CONSTRAINT "menu_recipients_send_id_menu_sends_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."menu_sends"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_recipients" ADD CONSTRAINT "menu_recipients_customer_id_entities_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_sends" ADD CONSTRAINT "menu_sends_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_sends" ADD CONSTRAINT "menu_sends_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_links" ADD CONSTRAINT "menu_links_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_links" ADD CONSTRAINT "menu_links_customer_id_entities_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_passers" ADD CONSTRAINT "menu_passers_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_views" ADD CONSTRAINT "menu_views_link_id_menu_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."menu_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_customer_id_entities_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_price_list_id_price_lists_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "public"."price_lists"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_requests_of_entity" ON "order_requests" USING btree ("entity_id","confirmed_at" DESC NULLS LAST,"id") WHERE "order_requests"."status" <> 'unconfirmed';--> statement-breakpoint
CREATE INDEX "order_requests_by_change" ON "order_requests" USING btree ("entity_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "order_requests_waiting" ON "order_requests" USING btree ("entity_id","menu_id") WHERE "order_requests"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "order_requests_unconfirmed" ON "order_requests" USING btree ("entity_id","created_at") WHERE "order_requests"."status" = 'unconfirmed';--> statement-breakpoint
CREATE INDEX "order_requests_of_menu" ON "order_requests" USING btree ("menu_id","confirmed_at");--> statement-breakpoint
CREATE INDEX "order_requests_of_link" ON "order_requests" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "order_requests_of_customer" ON "order_requests" USING btree ("customer_id") WHERE "order_requests"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "order_requests_accepted_for" ON "order_requests" USING btree ("accepted_for") WHERE "order_requests"."accepted_for" is not null;--> statement-breakpoint
CREATE INDEX "order_requests_of_order" ON "order_requests" USING btree ("order_id") WHERE "order_requests"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "order_requests_from" ON "order_requests" USING btree ("address","entity_id") WHERE "order_requests"."address" is not null;--> statement-breakpoint
CREATE INDEX "order_requests_due" ON "order_requests" USING btree ("expires_at") WHERE "order_requests"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "order_requests_to_blank" ON "order_requests" USING btree ("ended_at") WHERE "order_requests"."ended_at" is not null and "order_requests"."blanked_at" is null and "order_requests"."order_id" is null;--> statement-breakpoint
CREATE INDEX "menu_recipients_of_customer" ON "menu_recipients" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "menu_recipients_waiting" ON "menu_recipients" USING btree ("send_id") WHERE "menu_recipients"."status" in ('waiting', 'queued');--> statement-breakpoint
CREATE INDEX "menu_sends_of_menu" ON "menu_sends" USING btree ("menu_id","created_at","id");--> statement-breakpoint
CREATE INDEX "menu_sends_unfinished" ON "menu_sends" USING btree ("created_at") WHERE "menu_sends"."finished_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "menu_links_own" ON "menu_links" USING btree ("menu_id") WHERE "menu_links"."customer_id" is null and "menu_links"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "menu_links_of_customer" ON "menu_links" USING btree ("menu_id","customer_id") WHERE "menu_links"."customer_id" is not null and "menu_links"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "menu_links_in_order" ON "menu_links" USING btree ("menu_id","created_at","id");--> statement-breakpoint
CREATE INDEX "menu_links_to" ON "menu_links" USING btree ("customer_id") WHERE "menu_links"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "menu_links_sealed" ON "menu_links" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "menu_passers_by_age" ON "menu_passers" USING btree ("passed_at");--> statement-breakpoint
CREATE INDEX "menu_views_of_menu" ON "menu_views" USING btree ("menu_id","day");--> statement-breakpoint
CREATE INDEX "menu_views_by_age" ON "menu_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "menus_of_entity" ON "menus" USING btree ("entity_id","created_at","id") WHERE "menus"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "menus_of_customer" ON "menus" USING btree ("customer_id") WHERE "menus"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "menus_of_price_list" ON "menus" USING btree ("price_list_id") WHERE "menus"."price_list_id" is not null;--> statement-breakpoint
CREATE INDEX "menus_of_location" ON "menus" USING btree ("entity_id","location_id") WHERE "menus"."location_id" is not null;--> statement-breakpoint
CREATE INDEX "menus_due" ON "menus" USING btree ("next_send_at") WHERE "menus"."next_send_at" is not null and "menus"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change'));