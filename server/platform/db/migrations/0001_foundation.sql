CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_failures" (
	"address" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "address_failures_window" UNIQUE("address","window_start")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"refresh_jti" uuid NOT NULL,
	"previous_jti" uuid,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"address" text NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"locks" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"team_role" text NOT NULL,
	"all_locations" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "users_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "users_team_role" CHECK ("users"."team_role" in ('owner', 'admin', 'manager', 'viewer')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requester_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"responded_at" timestamp (3) with time zone,
	CONSTRAINT "connections_not_self" CHECK ("connections"."requester_id" <> "connections"."target_id"),
	CONSTRAINT "connections_status" CHECK ("connections"."status" in ('pending', 'accepted', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "entities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"tier" text NOT NULL,
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"license_number" text NOT NULL,
	"license_type" text,
	"license_expiry" date,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"contact_email" text NOT NULL,
	"contact_phone" text,
	"auto_sync" boolean DEFAULT false NOT NULL,
	"sync_frequency" text DEFAULT 'manual' NOT NULL,
	"low_stock_threshold" integer DEFAULT 10 NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"tax_rate_bps" integer DEFAULT 0 NOT NULL,
	"require_coa" boolean DEFAULT false NOT NULL,
	"pending_order_expiry_days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "entities_type" CHECK ("entities"."type" in ('retailer', 'wholesaler', 'cultivator')),
	CONSTRAINT "entities_tier" CHECK ("entities"."tier" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "entities_threshold" CHECK ("entities"."low_stock_threshold" between 0 and 1000000),
	CONSTRAINT "entities_tax_rate" CHECK ("entities"."tax_rate_bps" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"license_number" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "locations_entity_id" UNIQUE("entity_id","id")
);
--> statement-breakpoint
CREATE TABLE "member_locations" (
	"user_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	CONSTRAINT "member_locations_once" UNIQUE("user_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "inventory_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"room_type" text NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"variant_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"reserved_quantity" integer DEFAULT 0 NOT NULL,
	"unit_cost_cents" bigint DEFAULT 0 NOT NULL,
	"last_sync" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_items_place" UNIQUE("location_id","variant_id","room_type"),
	CONSTRAINT "inventory_items_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "inventory_items_stock" CHECK (0 <= "inventory_items"."reserved_quantity" and "inventory_items"."reserved_quantity" <= "inventory_items"."quantity" and "inventory_items"."quantity" <= 2000000000),
	CONSTRAINT "inventory_items_cost" CHECK ("inventory_items"."unit_cost_cents" between 0 and 999999999),
	CONSTRAINT "inventory_items_room" CHECK ("inventory_items"."room_type" in ('sales_floor', 'vault', 'quarantine', 'secret_menu'))
);
--> statement-breakpoint
CREATE TABLE "inventory_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"reason_code" text NOT NULL,
	"delta" integer NOT NULL,
	"reserved_delta" integer NOT NULL,
	"quantity_after" integer NOT NULL,
	"reserved_after" integer NOT NULL,
	"notes" text,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" uuid,
	"request_id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inventory_movements_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "inventory_movements_moves" CHECK ("inventory_movements"."delta" <> 0 or "inventory_movements"."reserved_delta" <> 0)
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"summary" text,
	"notes" text,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"actor_entity_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"sku" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_items_variant" UNIQUE("order_id","variant_id"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 1000000),
	CONSTRAINT "order_items_total" CHECK ("order_items"."total_cents" = "order_items"."quantity" * "order_items"."unit_price_cents" and "order_items"."total_cents" <= 999999999999)
);
--> statement-breakpoint
CREATE TABLE "order_reservations" (
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"inventory_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_reservations_once" UNIQUE("order_item_id","inventory_item_id"),
	CONSTRAINT "order_reservations_quantity" CHECK ("order_reservations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"wholesaler_id" uuid NOT NULL,
	"retailer_id" uuid NOT NULL,
	"receiving_location_id" uuid NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"tax_rate_bps" integer NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"delivery_date" date,
	"delivery_window" text,
	"notes" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("order_number"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_money" CHECK ("orders"."subtotal_cents" >= 0 and "orders"."tax_cents" >= 0 and "orders"."total_cents" = "orders"."subtotal_cents" + "orders"."tax_cents" and "orders"."total_cents" <= 999999999999),
	CONSTRAINT "orders_two_parties" CHECK ("orders"."wholesaler_id" <> "orders"."retailer_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"type" text NOT NULL,
	"sequence" bigint,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_coas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"lab" text NOT NULL,
	"batch_id" text NOT NULL,
	"date" date NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"weight" numeric(14, 4),
	"weight_unit" text,
	"price_cents" bigint NOT NULL,
	"wholesale_price_cents" bigint NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "product_variants_product_id" UNIQUE("product_id","id"),
	CONSTRAINT "product_variants_id_sku" UNIQUE("id","sku"),
	CONSTRAINT "product_variants_price" CHECK ("product_variants"."price_cents" between 0 and 999999999),
	CONSTRAINT "product_variants_wholesale_price" CHECK ("product_variants"."wholesale_price_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"brand" text,
	"category" text NOT NULL,
	"subcategory" text,
	"description" text,
	"thc_percentage" double precision,
	"cbd_percentage" double precision,
	"images" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"import_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "products_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "products_id_name" UNIQUE("id","name"),
	CONSTRAINT "products_thc" CHECK ("products"."thc_percentage" between 0 and 100),
	CONSTRAINT "products_cbd" CHECK ("products"."cbd_percentage" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_requester_id_entities_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_target_id_entities_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_locations" ADD CONSTRAINT "member_locations_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_product_id_product_name_products_id_name_fk" FOREIGN KEY ("product_id","product_name") REFERENCES "public"."products"("id","name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_variant_id_sku_product_variants_id_sku_fk" FOREIGN KEY ("variant_id","sku") REFERENCES "public"."product_variants"("id","sku") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_product_id_variant_id_product_variants_product_id_id_fk" FOREIGN KEY ("product_id","variant_id") REFERENCES "public"."product_variants"("product_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_entity_id_item_id_inventory_items_entity_id_id_fk" FOREIGN KEY ("entity_id","item_id") REFERENCES "public"."inventory_items"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_inventory_item_id_inventory_items_id_fk" FOREIGN KEY ("inventory_item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wholesaler_id_entities_id_fk" FOREIGN KEY ("wholesaler_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_retailer_id_entities_id_fk" FOREIGN KEY ("retailer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_retailer_id_receiving_location_id_locations_entity_id_id_fk" FOREIGN KEY ("retailer_id","receiving_location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_entity_id_product_id_products_entity_id_id_fk" FOREIGN KEY ("entity_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_entity_id_product_id_products_entity_id_id_fk" FOREIGN KEY ("entity_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_of_entity" ON "audit_log" USING btree ("entity_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_of_object" ON "audit_log" USING btree ("object_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_one_live" ON "connections" USING btree (least("requester_id", "target_id"),greatest("requester_id", "target_id")) WHERE "connections"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "connections_of_requester" ON "connections" USING btree ("requester_id","status","target_id");--> statement-breakpoint
CREATE INDEX "connections_of_target" ON "connections" USING btree ("target_id","status","requester_id");--> statement-breakpoint
CREATE INDEX "entities_directory" ON "entities" USING btree ("type","name","id");--> statement-breakpoint
CREATE INDEX "locations_by_age" ON "locations" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_name" ON "inventory_items" USING btree ("entity_id","product_name","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_room" ON "inventory_items" USING btree ("entity_id","room_type","product_name","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_location" ON "inventory_items" USING btree ("entity_id","location_id","product_name","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_sku" ON "inventory_items" USING btree ("entity_id","sku");--> statement-breakpoint
CREATE INDEX "inventory_items_of_variant" ON "inventory_items" USING btree ("variant_id","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inventory_items_of_product" ON "inventory_items" USING btree ("product_id","entity_id");--> statement-breakpoint
CREATE INDEX "inventory_items_search" ON "inventory_items" USING gin (lower("product_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inventory_movements_of_item" ON "inventory_movements" USING btree ("item_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inventory_movements_by_day" ON "inventory_movements" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE INDEX "order_history_of_order" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_items_of_product" ON "order_items" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_reservations_of_order" ON "order_reservations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_reservations_of_stock" ON "order_reservations" USING btree ("inventory_item_id");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler" ON "orders" USING btree ("wholesaler_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer" ON "orders" USING btree ("retailer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_status" ON "orders" USING btree ("wholesaler_id","status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_status" ON "orders" USING btree ("retailer_id","status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "events_undispatched" ON "events" USING btree ("id") WHERE "events"."sequence" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_sequence" ON "events" USING btree ("entity_id","sequence");--> statement-breakpoint
CREATE INDEX "product_coas_latest" ON "product_coas" USING btree ("product_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_sku" ON "product_variants" USING btree ("entity_id","sku") WHERE "product_variants"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_variants_of_product" ON "product_variants" USING btree ("product_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_import_key" ON "products" USING btree ("entity_id","import_key") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("entity_id","created_at" DESC NULLS LAST,"id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("entity_id","category","created_at" DESC NULLS LAST,"id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("entity_id","brand") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_name_search" ON "products" USING gin (lower("name") gin_trgm_ops);