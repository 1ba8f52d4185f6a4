-- old writers: safe
CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"discount_bps" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "price_lists_entity_id" UNIQUE("entity_id","id"),
	CONSTRAINT "price_lists_name" UNIQUE("entity_id","name"),
	CONSTRAINT "price_lists_discount" CHECK ("price_lists"."discount_bps" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "price_rules" (
	"list_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"min_steps" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	CONSTRAINT "price_rules_list_id_variant_id_min_steps_pk" PRIMARY KEY("list_id","variant_id","min_steps"),
	CONSTRAINT "price_rules_min_steps" CHECK ("price_rules"."min_steps" between 1 and 1000000),
	CONSTRAINT "price_rules_price" CHECK ("price_rules"."price_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "offer_breaks" (
	"offer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"min_steps" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	CONSTRAINT "offer_breaks_offer_id_variant_id_min_steps_pk" PRIMARY KEY("offer_id","variant_id","min_steps"),
	CONSTRAINT "offer_breaks_min_steps" CHECK ("offer_breaks"."min_steps" between 1 and 1000000),
	CONSTRAINT "offer_breaks_price" CHECK ("offer_breaks"."price_cents" between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "offer_buyers" (
	"offer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	CONSTRAINT "offer_buyers_offer_id_buyer_id_pk" PRIMARY KEY("offer_id","buyer_id")
);
--> statement-breakpoint
CREATE TABLE "offer_items" (
	"offer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"rooms" text[] DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "offer_items_offer_id_variant_id_pk" PRIMARY KEY("offer_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"audience" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "offers_audience" CHECK ("offers"."audience" in ('all', 'chosen')),
	CONSTRAINT "offers_time" CHECK ("offers"."starts_at" < "offers"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "tax_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"name" text NOT NULL,
	"basis" text NOT NULL,
	"rate" integer,
	"amount_cents" bigint,
	"weight_unit" text,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"buyer_types" text[] DEFAULT '{}' NOT NULL,
	"use" text,
	"states" text[] DEFAULT '{}' NOT NULL,
	"include_freight" boolean DEFAULT false NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "tax_rules_basis" CHECK ("tax_rules"."basis" in ('percent', 'weight', 'unit')),
	CONSTRAINT "tax_rules_amount" CHECK (case "tax_rules"."basis" when 'percent' then "tax_rules"."rate" between 0 and 1000000 and "tax_rules"."amount_cents" is null
        else "tax_rules"."amount_cents" between 0 and 999999999 and "tax_rules"."rate" is null and not "tax_rules"."include_freight" end
        and ("tax_rules"."weight_unit" is not null) = ("tax_rules"."basis" = 'weight')),
	CONSTRAINT "tax_rules_days" CHECK ("tax_rules"."starts_on" <= "tax_rules"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_variant";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_total";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_money";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "price_list_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "minimum_order_cents" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "exempt_tax_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "minimum_order_cents" bigint;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "max_manual_discount_bps" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "weight_tolerance_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_ladder" jsonb;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "price_source" text DEFAULT 'wholesale' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "break_steps" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount_share_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "step" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_category" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_weight" bigint;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_weight_unit" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "freight_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "adjustments" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rules" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_lines" jsonb;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "case_size" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "visibility" text DEFAULT 'connected' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "case_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "step" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "visibility" text DEFAULT 'connected' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_rules" ADD CONSTRAINT "price_rules_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_rules" ADD CONSTRAINT "price_rules_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_breaks" ADD CONSTRAINT "offer_breaks_item" FOREIGN KEY ("offer_id","variant_id") REFERENCES "public"."offer_items"("offer_id","variant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_buyers" ADD CONSTRAINT "offer_buyers_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_buyers" ADD CONSTRAINT "offer_buyers_account" FOREIGN KEY ("seller_id","buyer_id") REFERENCES "public"."accounts"("seller_id","buyer_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "offer_items" ADD CONSTRAINT "offer_items_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_items" ADD CONSTRAINT "offer_items_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_rules" ADD CONSTRAINT "tax_rules_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_lists_by_age" ON "price_lists" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "price_rules_of_variant" ON "price_rules" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "offer_buyers_of_account" ON "offer_buyers" USING btree ("seller_id","buyer_id");--> statement-breakpoint
CREATE INDEX "offer_items_of_variant" ON "offer_items" USING btree ("variant_id","offer_id");--> statement-breakpoint
CREATE INDEX "offers_by_age" ON "offers" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offers_by_end" ON "offers" USING btree ("entity_id","ends_at");--> statement-breakpoint
CREATE INDEX "tax_rules_by_age" ON "tax_rules" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_of_price_list" ON "accounts" USING btree ("price_list_id") WHERE "accounts"."price_list_id" is not null;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant" UNIQUE("order_id","variant_id","sample");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_minimum_order" CHECK ("accounts"."minimum_order_cents" between 0 and 999999999999);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_minimum_order" CHECK ("entities"."minimum_order_cents" between 0 and 999999999999);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_manual_discount" CHECK ("entities"."max_manual_discount_bps" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_weight_tolerance" CHECK ("entities"."weight_tolerance_bps" between 0 and 1000);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_source" CHECK ("order_items"."price_source" in ('wholesale', 'list', 'offer', 'manual', 'sample'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount" CHECK ("order_items"."discount_bps" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_share" CHECK ("order_items"."discount_share_cents" between 0 and "order_items"."total_cents");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_sample" CHECK ("order_items"."sample" = ("order_items"."price_source" = 'sample') and not ("order_items"."sample" and "order_items"."unit_price_cents" > 0));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_total" CHECK ("order_items"."total_cents" <= 999999999999 and "order_items"."total_cents" = case
        when "order_items"."step" is null and "order_items"."discount_bps" = 0 then "order_items"."quantity" * "order_items"."unit_price_cents"
        else floor("order_items"."quantity"::numeric * coalesce("order_items"."step", 10000) * "order_items"."unit_price_cents" * (10000 - "order_items"."discount_bps")
          / 100000000 + 0.5) end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_money" CHECK ("orders"."subtotal_cents" >= 0 and "orders"."tax_cents" >= 0 and "orders"."discount_cents" between 0 and "orders"."subtotal_cents" and "orders"."freight_cents" >= 0
        and "orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" + "orders"."freight_cents" + "orders"."tax_cents" and "orders"."total_cents" <= 999999999999);--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_case_size" CHECK ("listings"."case_size" between 1 and 1000000);--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_visibility" CHECK ("listings"."visibility" in ('connected', 'offered'));--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_case_size" CHECK ("product_variants"."case_size" between 1 and 1000000);--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_step" CHECK ("product_variants"."step" between 10 and 10000000 and ("product_variants"."step" is null) = ("product_variants"."unit" is null));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_visibility" CHECK ("products"."visibility" in ('connected', 'offered'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_price_list" FOREIGN KEY ("seller_id","price_list_id") REFERENCES "price_lists"("entity_id","id");--> statement-breakpoint
CREATE TRIGGER "price_lists_updated_at" BEFORE UPDATE ON "price_lists"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER "offers_updated_at" BEFORE UPDATE ON "offers"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
CREATE TRIGGER "tax_rules_updated_at" BEFORE UPDATE ON "tax_rules"
  FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();--> statement-breakpoint
UPDATE "backorders" SET "ladder" = (
  SELECT jsonb_agg(step || '{"source": "wholesale"}' ORDER BY (step ->> 'min_steps')::int) FROM jsonb_array_elements("ladder") step);--> statement-breakpoint
-- What one unit costs a buyer from an amount on: the lower of its list and the offers to it, else the wholesale price (T31).
-- Each reader joins it, so it has to stay one SELECT that PostgreSQL can inline.
CREATE FUNCTION price_at(variant uuid, steps integer, wholesale bigint, list uuid, list_bps integer, offer_ids uuid[])
RETURNS TABLE (cents bigint, source text)
LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN o.cents < l.cents THEN o.cents ELSE l.cents END, CASE WHEN o.cents < l.cents THEN 'offer' ELSE l.source END
  FROM (
    SELECT coalesce(r.cents, CASE WHEN list_bps > 0 THEN (wholesale * (10000 - list_bps) * 2 + 10000) / 20000 END, wholesale) AS cents,
      CASE WHEN r.cents IS NULL AND coalesce(list_bps, 0) = 0 THEN 'wholesale' ELSE 'list' END AS source
    FROM (SELECT (
      SELECT p.price_cents FROM price_rules p WHERE p.list_id = list AND p.variant_id = variant AND p.min_steps <= steps
      ORDER BY p.min_steps DESC LIMIT 1) AS cents) r
  ) l CROSS JOIN (
    SELECT min((
      SELECT b.price_cents FROM offer_breaks b WHERE b.offer_id = f.id AND b.variant_id = variant AND b.min_steps <= steps
      ORDER BY b.min_steps DESC LIMIT 1)) AS cents
    FROM unnest(offer_ids) f (id)
  ) o
$$;--> statement-breakpoint
-- The same at each break of every source, without those that change nothing (T32).
CREATE FUNCTION price_ladder(variant uuid, wholesale bigint, list uuid, list_bps integer, offer_ids uuid[]) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
  SELECT jsonb_agg(jsonb_build_object('min_steps', k.steps, 'price_cents', k.cents, 'source', k.source) ORDER BY k.steps)
  FROM (
    SELECT b.steps, p.cents, p.source,
      row(p.cents, p.source) IS DISTINCT FROM row(lag(p.cents) OVER w, lag(p.source) OVER w) AS is_step
    FROM (
      SELECT 1 AS steps
      UNION SELECT r.min_steps FROM price_rules r WHERE r.list_id = list AND r.variant_id = variant
      UNION SELECT o.min_steps FROM offer_breaks o WHERE o.offer_id = ANY (offer_ids) AND o.variant_id = variant
    ) b CROSS JOIN LATERAL price_at(variant, b.steps, wholesale, list, list_bps, offer_ids) p
    WINDOW w AS (ORDER BY b.steps)
  ) k
  WHERE k.is_step
$$;
