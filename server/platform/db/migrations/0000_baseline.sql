-- The schema of the first release. What Drizzle can't declare surrounds the tables that it generates.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Names sort by language rules, ignoring case (decision 84).
CREATE COLLATION "names" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
--> statement-breakpoint
-- What search compares: without case and accents (decision 84).
CREATE FUNCTION "search_fold"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "default"
  ELSE normalize(replace(replace(replace(translate(regexp_replace(
    normalize(lower(normalize(value, NFKC) COLLATE "und-x-icu") COLLATE "default", NFKD),
    '[\u0300-\u036f]', '', 'g'), 'øłđıðς', 'oldidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END
$$;
--> statement-breakpoint
CREATE FUNCTION "search_pattern"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(value), '([\\%_])', '\\\1', 'g') || '%'
$$;
--> statement-breakpoint
-- The time of a change, in a transaction that has an id: `as_of` relies on both (decision 82).
CREATE FUNCTION "change_time"() RETURNS timestamp with time zone LANGUAGE sql VOLATILE AS
  $$ SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END $$;
--> statement-breakpoint
CREATE TABLE "address_failures" (
	"address" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "address_failures_window" UNIQUE("address","window_start")
);
--> statement-breakpoint
CREATE TABLE "email_failures" (
	"email" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL,
	"next_check_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_device_id_pk" PRIMARY KEY("user_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "mfa_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"subject" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL
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
	"mfa_verified_at" timestamp (3) with time zone,
	"authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" text NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email" text NOT NULL,
	"address" text NOT NULL,
	"failures" integer NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"reserved_at" timestamp (3) with time zone NOT NULL,
	"locks" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "sign_in_failures_email_address_pk" PRIMARY KEY("email","address")
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
	"mfa_secret" text,
	"mfa_enabled_at" timestamp (3) with time zone,
	"mfa_last_step" integer,
	CONSTRAINT "users_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "users_team_role" CHECK ("users"."team_role" in ('owner', 'admin', 'manager', 'viewer')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_mfa" CHECK ("users"."mfa_enabled_at" is null or "users"."mfa_secret" is not null)
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "setup_links_tier" CHECK ("setup_links"."tier" in ('free', 'pro', 'enterprise'))
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requester_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
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
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"email" text NOT NULL,
	"team_role" text NOT NULL,
	"all_locations" boolean NOT NULL,
	"location_ids" uuid[] DEFAULT '{}' NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_team_role" CHECK ("invitations"."team_role" in ('owner', 'admin', 'manager', 'viewer')),
	CONSTRAINT "invitations_email_lower" CHECK ("invitations"."email" = lower("invitations"."email"))
);
--> statement-breakpoint
CREATE TABLE "import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"applied" boolean DEFAULT false NOT NULL,
	"sku" text,
	"product_name" text,
	"location" text,
	"room_type" text,
	"before" jsonb,
	"after" jsonb,
	"note" text,
	"errors" jsonb NOT NULL,
	"data" jsonb,
	CONSTRAINT "import_lines_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"header_hash" text NOT NULL,
	"mapping" jsonb NOT NULL,
	CONSTRAINT "import_mappings_entity_id_kind_header_hash_pk" PRIMARY KEY("entity_id","kind","header_hash")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"delimiter" integer NOT NULL,
	"columns" jsonb NOT NULL,
	"header_hash" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"location_id" uuid,
	"room_type" text DEFAULT 'vault' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"error" jsonb,
	"location_ids" uuid[] DEFAULT '{}' NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"applier_id" uuid,
	"request_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products')),
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('mapping', 'checking', 'ready', 'applying', 'completed', 'failed'))
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
	"average_cost" numeric(14, 4) DEFAULT 0 NOT NULL,
	"last_sync" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"closed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "inventory_items_place" UNIQUE("location_id","variant_id","room_type"),
	CONSTRAINT "inventory_items_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "inventory_items_stock" CHECK (0 <= "inventory_items"."reserved_quantity" and "inventory_items"."reserved_quantity" <= "inventory_items"."quantity" and "inventory_items"."quantity" <= 2000000000),
	CONSTRAINT "inventory_items_cost" CHECK ("inventory_items"."unit_cost_cents" between 0 and 999999999),
	CONSTRAINT "inventory_items_average_cost" CHECK ("inventory_items"."average_cost" between 0 and 9999999.99),
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
	"created_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "inventory_movements_moves" CHECK ("inventory_movements"."delta" <> 0 or "inventory_movements"."reserved_delta" <> 0)
);
--> statement-breakpoint
CREATE TABLE "inventory_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"notes" text,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retail_prices" (
	"entity_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"price_cents" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retail_prices_entity_id_variant_id_pk" PRIMARY KEY("entity_id","variant_id"),
	CONSTRAINT "retail_prices_price" CHECK ("retail_prices"."price_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_levels_location_id_variant_id_pk" PRIMARY KEY("location_id","variant_id"),
	CONSTRAINT "stock_levels_available" CHECK ("stock_levels"."available" >= 0)
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
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("order_number"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_money" CHECK ("orders"."subtotal_cents" >= 0 and "orders"."tax_cents" >= 0 and "orders"."total_cents" = "orders"."subtotal_cents" + "orders"."tax_cents" and "orders"."total_cents" <= 999999999999),
	CONSTRAINT "orders_two_parties" CHECK ("orders"."wholesaler_id" <> "orders"."retailer_id")
);
--> statement-breakpoint
CREATE TABLE "pos_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"credentials" text,
	"auth" text DEFAULT 'none' NOT NULL,
	"cursor" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"remapped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_connections_location" UNIQUE("location_id"),
	CONSTRAINT "pos_connections_provider" CHECK ("pos_connections"."provider" in ('simulator', 'http', 'square')),
	CONSTRAINT "pos_connections_auth" CHECK ("pos_connections"."auth" in ('none', 'bearer', 'basic'))
);
--> statement-breakpoint
CREATE TABLE "pos_listings" (
	"connection_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pos_listings_connection_id_item_id_pk" PRIMARY KEY("connection_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "pos_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"external_id" text,
	"sku" text,
	"variant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_mappings_key" CHECK (num_nonnulls("pos_mappings"."external_id", "pos_mappings"."sku") = 1)
);
--> statement-breakpoint
CREATE TABLE "pos_packages" (
	"connection_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"package" text NOT NULL,
	"quantity" integer,
	"unit_cost_cents" bigint,
	"run_id" uuid NOT NULL,
	CONSTRAINT "pos_packages_connection_id_item_id_package_pk" PRIMARY KEY("connection_id","item_id","package"),
	CONSTRAINT "pos_packages_quantity" CHECK ("pos_packages"."quantity" between 0 and 2000000000),
	CONSTRAINT "pos_packages_cost" CHECK ("pos_packages"."unit_cost_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "pos_unmatched" (
	"connection_id" uuid NOT NULL,
	"key" text NOT NULL,
	"external_id" text,
	"sku" text,
	"name" text,
	"quantity" double precision NOT NULL,
	"run_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_unmatched_connection_id_key_pk" PRIMARY KEY("connection_id","key")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"connection_id" uuid,
	"sync_type" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unmatched" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unmatched_count" integer DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"request_id" text NOT NULL,
	"stage" text DEFAULT 'list' NOT NULL,
	"page_token" text,
	"since" text,
	"pages" integer DEFAULT 0 NOT NULL,
	"restarts" integer DEFAULT 0 NOT NULL,
	"next_cursor" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "sync_runs_type" CHECK ("sync_runs"."sync_type" in ('full', 'incremental')),
	CONSTRAINT "sync_runs_status" CHECK ("sync_runs"."status" in ('queued', 'running', 'completed', 'failed')),
	CONSTRAINT "sync_runs_stage" CHECK ("sync_runs"."stage" in ('list', 'count', 'zero'))
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
	"low_stock_threshold" integer,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "product_variants_product_id" UNIQUE("product_id","id"),
	CONSTRAINT "product_variants_id_sku" UNIQUE("id","sku"),
	CONSTRAINT "product_variants_price" CHECK ("product_variants"."price_cents" between 0 and 999999999),
	CONSTRAINT "product_variants_wholesale_price" CHECK ("product_variants"."wholesale_price_cents" between 0 and 999999999),
	CONSTRAINT "product_variants_threshold" CHECK ("product_variants"."low_stock_threshold" between 0 and 1000000)
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
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "products_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "products_id_name" UNIQUE("id","name"),
	CONSTRAINT "products_thc" CHECK ("products"."thc_percentage" between 0 and 100),
	CONSTRAINT "products_cbd" CHECK ("products"."cbd_percentage" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"status_code" integer,
	"duration_ms" integer NOT NULL,
	"response_body" text,
	"error" text,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_kind" text DEFAULT 'scheduled' NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"last_attempt_at" timestamp (3) with time zone,
	"test_data" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[] NOT NULL,
	"location_ids" uuid[],
	"active" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"location_ids" uuid[],
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_entity_id_user_id_method_path_key_pk" PRIMARY KEY("entity_id","user_id","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "worker_pools" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counted_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"entity_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"type" text NOT NULL,
	"location_ids" uuid[],
	"sequence" bigint,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pending_uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_requester_id_entities_id_fk" FOREIGN KEY ("requester_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_target_id_entities_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_locations" ADD CONSTRAINT "member_locations_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_product_id_product_name_products_id_name_fk" FOREIGN KEY ("product_id","product_name") REFERENCES "public"."products"("id","name") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_variant_id_sku_product_variants_id_sku_fk" FOREIGN KEY ("variant_id","sku") REFERENCES "public"."product_variants"("id","sku") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_product_id_variant_id_product_variants_product_id_id_fk" FOREIGN KEY ("product_id","variant_id") REFERENCES "public"."product_variants"("product_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inventory_movements" ADD CONSTRAINT "inventory_movements_entity_id_item_id_inventory_items_entity_id_id_fk" FOREIGN KEY ("entity_id","item_id") REFERENCES "public"."inventory_items"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inventory_transfers" ADD CONSTRAINT "inventory_transfers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_prices" ADD CONSTRAINT "retail_prices_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "retail_prices" ADD CONSTRAINT "retail_prices_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_reservations" ADD CONSTRAINT "order_reservations_inventory_item_id_inventory_items_id_fk" FOREIGN KEY ("inventory_item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_wholesaler_id_entities_id_fk" FOREIGN KEY ("wholesaler_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_retailer_id_entities_id_fk" FOREIGN KEY ("retailer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_retailer_id_receiving_location_id_locations_entity_id_id_fk" FOREIGN KEY ("retailer_id","receiving_location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_connections" ADD CONSTRAINT "pos_connections_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_listings" ADD CONSTRAINT "pos_listings_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_listings" ADD CONSTRAINT "pos_listings_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_mappings" ADD CONSTRAINT "pos_mappings_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_mappings" ADD CONSTRAINT "pos_mappings_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_packages" ADD CONSTRAINT "pos_packages_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_packages" ADD CONSTRAINT "pos_packages_item_id_inventory_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."inventory_items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pos_unmatched" ADD CONSTRAINT "pos_unmatched_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_entity_id_location_id_locations_entity_id_id_fk" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_entity_id_product_id_products_entity_id_id_fk" FOREIGN KEY ("entity_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_entity_id_product_id_products_entity_id_id_fk" FOREIGN KEY ("entity_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "mfa_challenges_of_user" ON "mfa_challenges" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "mfa_challenges_expiry" ON "mfa_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "password_resets_of_user" ON "password_resets" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id") WHERE "sessions"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."removed_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "connections_one_live" ON "connections" USING btree (least("requester_id", "target_id"),greatest("requester_id", "target_id")) WHERE "connections"."status" <> 'rejected';
--> statement-breakpoint
CREATE INDEX "connections_of_requester" ON "connections" USING btree ("requester_id","status","target_id");
--> statement-breakpoint
CREATE INDEX "connections_of_target" ON "connections" USING btree ("target_id","status","requester_id");
--> statement-breakpoint
CREATE INDEX "entities_directory" ON "entities" USING btree ("type","name" collate names,"id");
--> statement-breakpoint
CREATE INDEX "entities_search" ON "entities" USING gin (search_fold("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "locations_by_age" ON "locations" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("entity_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;
--> statement-breakpoint
CREATE INDEX "invitations_of_entity" ON "invitations" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "import_lines_by_outcome" ON "import_lines" USING btree ("import_id","outcome","line");
--> statement-breakpoint
CREATE INDEX "import_lines_to_apply" ON "import_lines" USING btree ("import_id","line") WHERE not "import_lines"."applied" and "import_lines"."outcome" <> 'error';
--> statement-breakpoint
CREATE INDEX "imports_of_entity" ON "imports" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "imports_lease" ON "imports" USING btree ("lease_until") WHERE "imports"."status" in ('checking', 'applying');
--> statement-breakpoint
CREATE INDEX "inventory_items_by_name" ON "inventory_items" USING btree ("entity_id","product_name" collate names,"id","created_at","location_id");
--> statement-breakpoint
CREATE INDEX "inventory_items_by_room" ON "inventory_items" USING btree ("entity_id","room_type","product_name" collate names,"id");
--> statement-breakpoint
CREATE INDEX "inventory_items_by_location" ON "inventory_items" USING btree ("entity_id","location_id","product_name" collate names,"id","created_at");
--> statement-breakpoint
CREATE INDEX "inventory_items_by_age" ON "inventory_items" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "inventory_items_by_change" ON "inventory_items" USING btree ("entity_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "inventory_items_by_sku" ON "inventory_items" USING btree ("entity_id","sku");
--> statement-breakpoint
CREATE INDEX "inventory_items_of_variant" ON "inventory_items" USING btree ("variant_id","entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "inventory_items_of_product" ON "inventory_items" USING btree ("product_id","entity_id");
--> statement-breakpoint
CREATE INDEX "inventory_items_search" ON "inventory_items" USING gin (search_fold("product_name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "inventory_items_sku_search" ON "inventory_items" USING gin (search_fold("sku") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "inventory_movements_of_item" ON "inventory_movements" USING btree ("item_id","position" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "inventory_movements_at" ON "inventory_movements" USING btree ("item_id","created_at" DESC NULLS LAST,"position" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "inventory_movements_of_transfer" ON "inventory_movements" USING btree ("source_id") WHERE source_type = 'transfer';
--> statement-breakpoint
CREATE INDEX "inventory_transfers_newest" ON "inventory_transfers" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "stock_levels_of_entity" ON "stock_levels" USING btree ("entity_id","location_id");
--> statement-breakpoint
CREATE INDEX "order_history_of_order" ON "order_history" USING btree ("order_id","id");
--> statement-breakpoint
CREATE INDEX "order_items_of_product" ON "order_items" USING btree ("product_id","order_id");
--> statement-breakpoint
CREATE INDEX "order_reservations_of_order" ON "order_reservations" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "order_reservations_of_stock" ON "order_reservations" USING btree ("inventory_item_id");
--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler" ON "orders" USING btree ("wholesaler_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "orders_of_retailer" ON "orders" USING btree ("retailer_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_status" ON "orders" USING btree ("wholesaler_id","status","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_status" ON "orders" USING btree ("retailer_id","status","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_change" ON "orders" USING btree ("wholesaler_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_change" ON "orders" USING btree ("retailer_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending';
--> statement-breakpoint
CREATE UNIQUE INDEX "pos_mappings_external_id" ON "pos_mappings" USING btree ("connection_id","external_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "pos_mappings_sku" ON "pos_mappings" USING btree ("connection_id","sku");
--> statement-breakpoint
CREATE INDEX "pos_unmatched_newest" ON "pos_unmatched" USING btree ("connection_id","seen_at" DESC NULLS LAST,"key");
--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_active" ON "sync_runs" USING btree ("location_id") WHERE "sync_runs"."status" in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "sync_runs_of_connection" ON "sync_runs" USING btree ("connection_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "sync_runs_newest" ON "sync_runs" USING btree ("entity_id","created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "sync_runs_active_of_entity" ON "sync_runs" USING btree ("entity_id","created_at","id") WHERE "sync_runs"."status" in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "sync_runs_lease" ON "sync_runs" USING btree ("lease_until") WHERE "sync_runs"."status" in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "product_coas_latest" ON "product_coas" USING btree ("product_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_variants_sku" ON "product_variants" USING btree ("entity_id","sku") WHERE "product_variants"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "product_variants_with_threshold" ON "product_variants" USING btree ("entity_id") WHERE "product_variants"."low_stock_threshold" is not null;
--> statement-breakpoint
CREATE INDEX "product_variants_by_change" ON "product_variants" USING btree ("updated_at");
--> statement-breakpoint
CREATE INDEX "product_variants_deleted" ON "product_variants" USING btree ("id","deleted_at") WHERE "product_variants"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "product_variants_of_product" ON "product_variants" USING btree ("product_id","position","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "products_import_key" ON "products" USING btree ("entity_id","import_key") WHERE "products"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("entity_id","created_at" DESC NULLS LAST,"id") WHERE "products"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("entity_id","category","created_at" DESC NULLS LAST,"id") WHERE "products"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "products_by_change" ON "products" USING btree ("updated_at","entity_id") WHERE "products"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "products_by_brand" ON "products" USING btree ("entity_id","brand") WHERE "products"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "products_name_search" ON "products" USING gin (search_fold("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "api_requests_of_entity" ON "api_requests" USING btree ("entity_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "api_requests_age" ON "api_requests" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "webhook_attempts_of_delivery" ON "webhook_attempts" USING btree ("delivery_id","at");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","id") WHERE "webhook_deliveries"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_entity" ON "webhook_endpoints" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_of_entity" ON "audit_log" USING btree ("entity_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_of_object" ON "audit_log" USING btree ("object_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "worker_pools_seen" ON "worker_pools" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "counted_mails_of_entity" ON "counted_mails" USING btree ("entity_id","created_at");
--> statement-breakpoint
CREATE INDEX "counted_mails_to_address" ON "counted_mails" USING btree ("address","created_at");
--> statement-breakpoint
CREATE INDEX "counted_mails_age" ON "counted_mails" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "events_undispatched" ON "events" USING btree ("id") WHERE "events"."sequence" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "events_sequence" ON "events" USING btree ("entity_id","sequence");
--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "pending_uploads_by_age" ON "pending_uploads" USING btree ("started_at");
--> statement-breakpoint
-- Append-only tables.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_movements_append_only BEFORE UPDATE OR DELETE ON inventory_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER product_coas_append_only BEFORE UPDATE OR DELETE ON product_coas
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A location limit ends with the membership.
ALTER TABLE member_locations ADD CONSTRAINT member_locations_user
  FOREIGN KEY (entity_id, user_id) REFERENCES users (entity_id, id) ON DELETE CASCADE;
--> statement-breakpoint
-- Each variant at a location has one row that orders the crossings of its threshold (decision 85).
CREATE FUNCTION open_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  INSERT INTO stock_levels (entity_id, location_id, variant_id)
  SELECT DISTINCT entity_id, location_id, variant_id FROM opened WHERE room_type IN ('vault', 'sales_floor')
  ORDER BY location_id, variant_id
  ON CONFLICT (location_id, variant_id) DO NOTHING;
  UPDATE stock_levels l SET available = l.available + o.available
  FROM (
    SELECT location_id, variant_id, sum(quantity - reserved_quantity) AS available FROM opened
    WHERE room_type IN ('vault', 'sales_floor') AND quantity > reserved_quantity
    GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_items_open_levels AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened
  FOR EACH STATEMENT EXECUTE FUNCTION open_stock_levels();
--> statement-breakpoint
-- `updated_at` follows every change, also of what a resource shows of others (decision 82).
CREATE FUNCTION "keep_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := change_time();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "touch_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.id IN (SELECT c.product_id FROM changed c) ORDER BY p.id FOR NO KEY UPDATE;
  UPDATE products p SET updated_at = change_time() WHERE p.id IN (SELECT c.product_id FROM changed c);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "touch_priced_items"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  price retail_prices := coalesce(NEW, OLD);
BEGIN
  PERFORM 1 FROM inventory_items i WHERE i.entity_id = price.entity_id AND i.variant_id = price.variant_id
    ORDER BY i.id FOR NO KEY UPDATE;
  UPDATE inventory_items i SET updated_at = change_time()
    WHERE i.entity_id = price.entity_id AND i.variant_id = price.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "orders_updated_at" BEFORE UPDATE ON "orders"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "products_updated_at" BEFORE UPDATE ON "products"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_updated_at" BEFORE UPDATE ON "product_variants"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "inventory_items_updated_at" BEFORE UPDATE ON "inventory_items"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "connections_updated_at" BEFORE UPDATE ON "connections"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_added" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_changed" AFTER UPDATE ON "product_variants"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();
--> statement-breakpoint
CREATE TRIGGER "product_coas_added" AFTER INSERT ON "product_coas"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();
--> statement-breakpoint
CREATE TRIGGER "retail_prices_changed" AFTER INSERT OR UPDATE OR DELETE ON "retail_prices"
  FOR EACH ROW EXECUTE FUNCTION "touch_priced_items"();
