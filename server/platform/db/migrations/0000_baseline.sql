-- The schema of 0.1.0, which a database of that version has already.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Functions come before the tables that they name.
SET LOCAL check_function_bodies = false;
--> statement-breakpoint
CREATE COLLATION names (provider = icu, deterministic = false, locale = 'und-u-ks-level2');
--> statement-breakpoint
CREATE FUNCTION add_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, placed_at, status, orders, units, cents)
  SELECT p.entity_id, quarter_hour(o.created_at), o.status, 1, o.units, o.total_cents
  FROM added o CROSS JOIN LATERAL (VALUES (o.wholesaler_id), (o.retailer_id)) p (entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_sale_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, sold_units, sold_worth, moved_at)
  SELECT i.entity_id, i.location_id, i.room_type, 0, 0, 0, -NEW.delta, -NEW.delta * i.average_cost, quarter_hour(NEW.created_at)
  FROM inventory_items i WHERE i.id = NEW.item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, o.created_at, x.product_id, x.quantity, x.total_cents, x.variant_id, p.lines
  FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 0), (o.retailer_id, 1)) p (entity_id, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_stock_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth)
  VALUES (NEW.entity_id, NEW.location_id, NEW.room_type, 0, NEW.quantity - OLD.quantity,
    NEW.quantity * NEW.average_cost - OLD.quantity * OLD.average_cost);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION add_variant_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  level stock_levels := coalesce(NEW, OLD);
BEGIN
  INSERT INTO variant_changes (entity_id, variant_id, levels)
  SELECT level.entity_id, level.variant_id, CASE WHEN TG_OP <> 'DELETE' AND NEW.band > 0 THEN 1 ELSE -1 END
  FROM product_variants v WHERE v.id = level.variant_id AND v.entity_id = level.entity_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE audit_log (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    action text NOT NULL,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    location_ids uuid[],
    before jsonb,
    after jsonb,
    request_id text NOT NULL,
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    "position" bigint NOT NULL,
    digest bytea DEFAULT '\x'::bytea NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION audit_digest(a audit_log) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(convert_to(jsonb_build_array(a.id, a.entity_id, a.actor_id, a.actor_name, a.action, a.object_type, a.object_id,
    a.location_ids, a.before, a.after, a.request_id, a.address, extract(epoch FROM a.created_at))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION batch_loose_key(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT array_to_string(batch_runs(typed), '')
$$;
--> statement-breakpoint
CREATE FUNCTION batch_number_key(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  SELECT coalesce(string_agg(
    CASE WHEN r ~ ('^[[:digit:]]' COLLATE "und-x-icu") AND before ~ ('[[:digit:]]$' COLLATE "und-x-icu") THEN '-' ELSE '' END || r, '' ORDER BY n), '')
  FROM (SELECT r, n, lag(r) OVER (ORDER BY n) AS before FROM unnest(batch_runs(typed)) WITH ORDINALITY AS u (r, n)) x
$_$;
--> statement-breakpoint
CREATE FUNCTION batch_runs(typed text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT coalesce(array_agg(r[1] ORDER BY n), '{}') FROM regexp_matches(
    lower(upper(normalize(typed, NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu") COLLATE "und-x-icu", '([[:alnum:]]+)', 'g') WITH ORDINALITY AS m (r, n)
$$;
--> statement-breakpoint
CREATE FUNCTION change_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, o.created_at, x.product_id, x.units, x.cents, x.variant_id, x.lines * p.lines
  FROM (
    SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, OLD.variant_id AS variant_id, -OLD.quantity AS units,
      -OLD.total_cents AS cents, -1 AS lines
    UNION ALL
    SELECT NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents, 1 WHERE TG_OP = 'UPDATE'
  ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
    CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 0), (o.retailer_id, 1)) p (entity_id, lines);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_time() RETURNS timestamp with time zone
    LANGUAGE sql
    AS $$ SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END $$;
--> statement-breakpoint
CREATE FUNCTION digest_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.digest := audit_digest(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_level_of_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY[NEW.inventory_item_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_levels_of(items uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Two statements: once the levels are locked, the second one sees all lots of others.
  PERFORM FROM stock_levels s WHERE (s.location_id, s.variant_id) IN (
    SELECT i.location_id, i.variant_id FROM inventory_items i WHERE i.id = ANY (items))
  ORDER BY s.location_id, s.variant_id FOR NO KEY UPDATE;
  UPDATE stock_levels s SET expires_on = n.expires_on
  FROM (
    SELECT k.location_id, k.variant_id, (
      SELECT min(b.expires_on) FROM inventory_items i JOIN inventory_lots x ON x.inventory_item_id = i.id AND x.quantity > 0
        JOIN lots l ON l.id = x.lot_id JOIN batches b ON b.id = l.batch_id
      WHERE i.location_id = k.location_id AND i.variant_id = k.variant_id) AS expires_on
    FROM (SELECT DISTINCT location_id, variant_id FROM inventory_items WHERE id = ANY (items)) k
  ) n
  WHERE s.location_id = n.location_id AND s.variant_id = n.variant_id AND s.expires_on IS DISTINCT FROM n.expires_on;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_levels_of_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(
    SELECT x.inventory_item_id FROM lots l JOIN inventory_lots x ON x.lot_id = l.id AND x.quantity > 0
    WHERE l.batch_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION expire_levels_of_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(SELECT inventory_item_id FROM inventory_lots WHERE lot_id = NEW.id AND quantity > 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_updated_at() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.updated_at := change_time();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TABLE inventory_movements (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    item_id uuid NOT NULL,
    reason_code text NOT NULL,
    delta integer NOT NULL,
    reserved_delta integer NOT NULL,
    quantity_after integer NOT NULL,
    reserved_after integer NOT NULL,
    notes text,
    actor_id uuid,
    actor_name text NOT NULL,
    source_type text NOT NULL,
    source_id uuid,
    request_id text NOT NULL,
    "position" bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    lot_id uuid,
    lot_basis text,
    CONSTRAINT inventory_movements_lot CHECK ((((lot_basis = ANY (ARRAY['stated'::text, 'inferred'::text])) AND (lot_id IS NOT NULL)) OR (num_nonnulls(lot_id, lot_basis) = 0))),
    CONSTRAINT inventory_movements_moves CHECK (((delta <> 0) OR (reserved_delta <> 0)))
);
--> statement-breakpoint
CREATE FUNCTION ledger_digest(m inventory_movements, salt bytea) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(salt || convert_to(jsonb_build_array(m.id, m.entity_id, m.item_id, m.reason_code, m.delta, m.reserved_delta,
    m.quantity_after, m.reserved_after, m.notes, m.actor_id, m.actor_name, m.source_type, m.source_id, m.request_id, m.lot_id,
    m.lot_basis, m.position, extract(epoch FROM m.created_at))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION license_form(number text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT regexp_replace(upper(normalize(number, NFKC)), '[^[:alnum:]]', '', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION lock_adopted_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Waits for those who add a lot, whose foreign key locks the batch.
  PERFORM FROM batches WHERE id = OLD.id FOR UPDATE;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, placed_at, status, orders, units, cents)
  SELECT p.entity_id, quarter_hour(p.created_at), p.status, p.orders, p.units, p.cents
  FROM was o JOIN now_is n ON n.id = o.id
    AND (n.status, n.units, n.total_cents, n.created_at) IS DISTINCT FROM (o.status, o.units, o.total_cents, o.created_at)
    CROSS JOIN LATERAL (VALUES
      (o.wholesaler_id, o.created_at, o.status, -1, -o.units, -o.total_cents),
      (o.retailer_id, o.created_at, o.status, -1, -o.units, -o.total_cents),
      (n.wholesaler_id, n.created_at, n.status, 1, n.units, n.total_cents),
      (n.retailer_id, n.created_at, n.status, 1, n.units, n.total_cents)
    ) p (entity_id, created_at, status, orders, units, cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_order_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM order_days WHERE entity_id = NEW.id;
  INSERT INTO order_days (entity_id, day, status, orders, units, cents)
  SELECT NEW.id, (placed_at AT TIME ZONE NEW.timezone)::date, status, sum(orders), sum(units), sum(cents)
  FROM order_totals WHERE entity_id = NEW.id GROUP BY 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (entity_id, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.placed_at, x.product_id, p.sign * x.quantity, p.sign * x.total_cents, x.variant_id, p.sign * p.lines
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, OLD.created_at, OLD.status, -1, 0), (OLD.retailer_id, OLD.created_at, OLD.status, -1, 1),
    (NEW.wholesaler_id, NEW.created_at, NEW.status, 1, 0), (NEW.retailer_id, NEW.created_at, NEW.status, 1, 1)
  ) p (entity_id, placed_at, status, sign, lines)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION open_stock_levels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku)
    SELECT DISTINCT o.entity_id, o.location_id, o.variant_id, o.product_id, o.product_name, p.category, o.sku
    FROM opened o JOIN products p ON p.id = o.product_id ORDER BY o.location_id, o.variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id, category
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, items, units, worth)
  SELECT entity_id, location_id, 'any', category, count(*), 0, 0 FROM added GROUP BY 1, 2, 4
  UNION ALL
  SELECT o.entity_id, o.location_id, o.room_type, p.category, count(*), sum(o.quantity), sum(o.quantity * o.average_cost)
  FROM opened o JOIN products p ON p.id = o.product_id GROUP BY 1, 2, 3, 4;
  UPDATE stock_levels l SET quantity = l.quantity + o.quantity, reserved_quantity = l.reserved_quantity + o.reserved,
    available = l.available + o.available, worth = l.worth + o.worth
  FROM (
    SELECT location_id, variant_id, sum(quantity) AS quantity, sum(reserved_quantity) AS reserved,
      coalesce(sum(quantity - reserved_quantity) FILTER (WHERE room_type IN ('vault', 'sales_floor')), 0) AS available,
      sum(quantity * average_cost) AS worth
    FROM opened WHERE quantity > 0 GROUP BY location_id, variant_id
  ) o
  WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_rank(status text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT array_position(ARRAY['pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled'], status)
$$;
--> statement-breakpoint
CREATE FUNCTION quarter_hour(moment timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT date_bin('15 minutes', moment, '2000-01-01T00:00:00Z'::timestamptz)
$$;
--> statement-breakpoint
CREATE FUNCTION reach_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
  SELECT NEW.entity_id, NEW.id, NEW.batch_id, NEW.expires_on, NEW.created_at
  UNION SELECT p.entity_id, NEW.id, NEW.batch_id, NEW.expires_on, NEW.created_at FROM products p
    WHERE p.id = NEW.product_id AND NEW.adopted
  ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT p.entity_id, l.id, l.created_at FROM products p JOIN lots l ON l.batch_id = NEW.id
  WHERE p.id = NEW.product_id AND NEW.adopted ORDER BY l.id ON CONFLICT DO NOTHING;
  UPDATE batch_reach SET batch_number = NEW.batch_id, expires_on = NEW.expires_on
  WHERE batch_id = NEW.id AND (batch_number, expires_on) IS DISTINCT FROM (NEW.batch_id, NEW.expires_on);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_batches_of_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
  SELECT DISTINCT n.entity_id, b.id, b.batch_id, b.expires_on, b.created_at
  FROM added n JOIN lots l ON l.id = n.lot_id JOIN batches b ON b.id = l.batch_id ORDER BY n.entity_id, b.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_held_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT DISTINCT n.entity_id, l.id, l.created_at FROM added n JOIN lots l ON l.id = n.lot_id ORDER BY n.entity_id, l.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT NEW.entity_id, NEW.id, NEW.created_at
  UNION SELECT p.entity_id, NEW.id, NEW.created_at FROM batches b JOIN products p ON p.id = b.product_id
    WHERE b.id = NEW.batch_id AND b.adopted
  ORDER BY 1 ON CONFLICT DO NOTHING;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
    SELECT z.entity_id, b.id, b.batch_id, b.expires_on, b.created_at FROM lot_reach z JOIN batches b ON b.id = NEW.batch_id
    WHERE z.lot_id = NEW.id ORDER BY z.entity_id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_shipped_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT o.retailer_id, l.id, l.created_at FROM orders o JOIN lots l ON l.id = NEW.lot_id WHERE o.id = NEW.order_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_shipped_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT DISTINCT o.retailer_id, l.id, l.created_at FROM now_is n JOIN lots l ON l.id = n.lot_id JOIN orders o ON o.id = n.order_id
  WHERE n.shipped_at IS NOT NULL ORDER BY o.retailer_id, l.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_source_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT l.entity_id, s.id, s.created_at FROM lots l JOIN lots s ON s.id = NEW.source_lot_id WHERE l.id = NEW.lot_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION reach_stocked_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO product_reach (entity_id, product_id)
  SELECT DISTINCT o.entity_id, p.id FROM opened o JOIN products p ON p.id = o.product_id
  WHERE p.entity_id <> o.entity_id ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION recall_batch_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT p.entity_id INTO NEW.entity_id FROM batches b JOIN products p ON p.id = b.product_id WHERE b.id = NEW.batch_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION recategorize_stock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Those who open stock of the product wait for its row, or were waited for: all of its stock is seen.
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, items, units, worth)
  SELECT n.entity_id, n.location_id, n.room_type, c.category, c.sign * n.items, 0, 0
  FROM (
    SELECT entity_id, location_id, room_type, count(*) AS items FROM inventory_items WHERE product_id = NEW.id GROUP BY 1, 2, 3
    UNION ALL
    SELECT entity_id, location_id, 'any', count(*) FROM stock_levels WHERE product_id = NEW.id GROUP BY 1, 2
  ) n CROSS JOIN (VALUES (OLD.category, -1), (NEW.category, 1)) c (category, sign);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION reprice_level() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- The ledger's statement adds units that come and go at the new average: this is what the ones before are worth more.
  UPDATE stock_levels SET worth = worth + OLD.quantity * (NEW.average_cost - OLD.average_cost)
  WHERE location_id = NEW.location_id AND variant_id = NEW.variant_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION requeue_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour: all sales are added again. A fold waits for this row, or this row for it.
  DELETE FROM product_sales WHERE entity_id = NEW.id;
  DELETE FROM product_windows WHERE entity_id = NEW.id;
  DELETE FROM sales_windows WHERE entity_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (
    DELETE FROM sales_changes WHERE entity_id = NEW.id RETURNING variant_id, lines
  ), bought AS (
    INSERT INTO purchases AS t (entity_id, variant_id, lines)
    SELECT NEW.id, variant_id, sum(lines) FROM gone GROUP BY 2 HAVING sum(lines) <> 0 ORDER BY 2
    ON CONFLICT (entity_id, variant_id) DO UPDATE SET lines = t.lines + excluded.lines
  ), placed AS (
    SELECT o.id, o.created_at FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled'
    UNION ALL SELECT o.id, o.created_at FROM orders o WHERE o.retailer_id = NEW.id AND o.status <> 'cancelled'
  )
  INSERT INTO product_sales (entity_id, day, product_id, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, x.product_id, sum(x.quantity), sum(x.total_cents)
  FROM placed o JOIN order_items x ON x.order_id = o.id GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "default"
  ELSE normalize(replace(replace(replace(translate(regexp_replace(
    normalize(lower(normalize(value, NFKC) COLLATE "und-x-icu") COLLATE "default", NFKD),
    '[\u0300-\u036f]', '', 'g'), 'øłđıðς', 'oldidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END
$$;
--> statement-breakpoint
CREATE FUNCTION search_pattern(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT '%' || regexp_replace(search_fold(value), '([\\%_])', '\\\1', 'g') || '%'
$$;
--> statement-breakpoint
CREATE FUNCTION stock_band(units bigint) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT (CASE WHEN units < 1 THEN 0 ELSE floor(ln(units::float8) / ln(2::float8))::int + 1 END)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION touch_priced_items() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION touch_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.id IN (SELECT c.product_id FROM changed c) ORDER BY p.id FOR NO KEY UPDATE;
  UPDATE products p SET updated_at = change_time() WHERE p.id IN (SELECT c.product_id FROM changed c);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE address_failures (
    address text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    failures integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE api_keys (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    lookup text NOT NULL,
    secret_hash text NOT NULL,
    previous_hash text,
    previous_until timestamp(3) with time zone,
    permissions text[] NOT NULL,
    location_ids uuid[],
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    issued_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT api_keys_permissions CHECK ((NOT (permissions && ARRAY['create:team'::text, 'delete:team'::text, 'manage:api-keys'::text, 'update:team'::text])))
);
--> statement-breakpoint
CREATE TABLE api_requests (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    user_name text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status smallint NOT NULL,
    duration_ms integer NOT NULL,
    request_id text NOT NULL,
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    key_id uuid,
    key_name text
);
--> statement-breakpoint
ALTER TABLE audit_log ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit_log_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE audit_seals (
    through bigint NOT NULL,
    after bigint NOT NULL,
    noted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sealed_at timestamp(3) with time zone,
    rows bigint,
    digest bytea
);
--> statement-breakpoint
CREATE TABLE audit_totals (
    entity_id uuid NOT NULL,
    rows bigint NOT NULL,
    action text NOT NULL
);
--> statement-breakpoint
CREATE TABLE batch_holds (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    reason text NOT NULL,
    held_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE batch_notes (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    harvested_on date,
    packaged_on date,
    expires_on date,
    test_status text NOT NULL,
    CONSTRAINT batch_notes_test_status CHECK ((test_status = ANY (ARRAY['untested'::text, 'passed'::text, 'failed'::text, 'exempt'::text])))
);
--> statement-breakpoint
CREATE TABLE batch_notices (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    expires_on date NOT NULL,
    days integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT batch_notices_days CHECK ((days = ANY (ARRAY[30, 7, 0])))
);
--> statement-breakpoint
CREATE TABLE batch_reach (
    entity_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    batch_number text NOT NULL,
    expires_on date,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE batches (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    batch_id text NOT NULL,
    harvested_on date,
    packaged_on date,
    expires_on date,
    test_status text DEFAULT 'untested'::text NOT NULL,
    held_at timestamp(3) with time zone,
    hold_reason text,
    recall_id uuid,
    entity_id uuid NOT NULL,
    adopted boolean NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT batches_batch_id CHECK (((length(batch_id) >= 1) AND (length(batch_id) <= 100))),
    CONSTRAINT batches_hold CHECK (((held_at IS NOT NULL) OR ((hold_reason IS NULL) AND (recall_id IS NULL)))),
    CONSTRAINT batches_test_status CHECK ((test_status = ANY (ARRAY['untested'::text, 'passed'::text, 'failed'::text, 'exempt'::text])))
);
--> statement-breakpoint
CREATE TRIGGER batches_updated_at BEFORE UPDATE ON batches FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
ALTER TABLE batches
    ADD COLUMN number_key text GENERATED ALWAYS AS (batch_number_key(batch_id)) STORED NOT NULL,
    ADD COLUMN loose_key text GENERATED ALWAYS AS (batch_loose_key(batch_id)) STORED NOT NULL,
    ADD COLUMN duplicate_of uuid;
--> statement-breakpoint
CREATE TABLE carts (
    user_id uuid NOT NULL,
    supplier_id uuid NOT NULL,
    version uuid NOT NULL,
    lines jsonb NOT NULL,
    delivery_date date,
    delivery_window text,
    receiving_location_id uuid,
    notes text,
    po_number text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT carts_lines CHECK (((jsonb_array_length(lines) >= 1) AND (jsonb_array_length(lines) <= 200))),
    CONSTRAINT carts_size CHECK (((char_length(delivery_window) <= 64) AND (char_length(notes) <= 1000) AND (char_length(po_number) <= 64)))
);
--> statement-breakpoint
CREATE TABLE connections (
    id uuid NOT NULL,
    requester_id uuid NOT NULL,
    target_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    message text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    responded_at timestamp(3) with time zone,
    CONSTRAINT connections_not_self CHECK ((requester_id <> target_id)),
    CONSTRAINT connections_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])))
);
--> statement-breakpoint
CREATE TABLE counted_mails (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    share text DEFAULT 'notice'::text NOT NULL,
    cause_id uuid
);
--> statement-breakpoint
CREATE TABLE drawn_documents (
    entity_id uuid NOT NULL,
    version text NOT NULL,
    contents bytea NOT NULL,
    size integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY drawn_documents ALTER COLUMN contents SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE drivers (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    license_number text NOT NULL,
    phone text,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    deleted_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE email_failures (
    email text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    failures integer NOT NULL,
    next_check_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE entities (
    id uuid NOT NULL,
    type text NOT NULL,
    tier text NOT NULL,
    name text NOT NULL,
    legal_name text NOT NULL,
    license_number text NOT NULL,
    license_type text,
    license_expiry date,
    street text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    zip text NOT NULL,
    contact_email text NOT NULL,
    contact_phone text,
    auto_sync boolean DEFAULT false NOT NULL,
    sync_frequency text DEFAULT 'manual'::text NOT NULL,
    low_stock_threshold integer DEFAULT 10 NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL,
    tax_rate_bps integer DEFAULT 0 NOT NULL,
    require_coa boolean DEFAULT false NOT NULL,
    pending_order_expiry_days integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    require_manifest boolean DEFAULT false NOT NULL,
    license_verified boolean DEFAULT true NOT NULL,
    max_pending_orders integer,
    max_reserved_percent integer DEFAULT 100 NOT NULL,
    CONSTRAINT entities_max_pending CHECK (((max_pending_orders >= 1) AND (max_pending_orders <= 10000))),
    CONSTRAINT entities_max_reserved CHECK (((max_reserved_percent >= 1) AND (max_reserved_percent <= 100))),
    CONSTRAINT entities_tax_rate CHECK (((tax_rate_bps >= 0) AND (tax_rate_bps <= 10000))),
    CONSTRAINT entities_threshold CHECK (((low_stock_threshold >= 0) AND (low_stock_threshold <= 1000000))),
    CONSTRAINT entities_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
    CONSTRAINT entities_type CHECK ((type = ANY (ARRAY['retailer'::text, 'wholesaler'::text, 'cultivator'::text])))
);
--> statement-breakpoint
CREATE TABLE event_sequences (
    entity_id uuid NOT NULL,
    last bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE events (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    type text NOT NULL,
    location_ids uuid[],
    sequence bigint,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE idempotency_keys (
    entity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    answer text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE import_lines (
    import_id uuid NOT NULL,
    line integer NOT NULL,
    outcome text NOT NULL,
    applied boolean DEFAULT false NOT NULL,
    sku text,
    product_name text,
    location text,
    room_type text,
    before jsonb,
    after jsonb,
    note text,
    errors jsonb NOT NULL,
    data jsonb
);
--> statement-breakpoint
CREATE TABLE import_mappings (
    entity_id uuid NOT NULL,
    kind text NOT NULL,
    header_hash text NOT NULL,
    mapping jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE imports (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    file_name text NOT NULL,
    file_size integer NOT NULL,
    sha256 text NOT NULL,
    storage_key text NOT NULL,
    delimiter integer NOT NULL,
    columns jsonb NOT NULL,
    header_hash text NOT NULL,
    mapping jsonb NOT NULL,
    location_id uuid,
    room_type text DEFAULT 'vault'::text NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    counts jsonb NOT NULL,
    error jsonb,
    location_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    applier_id uuid,
    request_id text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_token uuid,
    lease_until timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    checked_at timestamp(3) with time zone,
    applied_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    actor_key_id uuid,
    applier_key_id uuid,
    takeovers integer DEFAULT 0 NOT NULL,
    CONSTRAINT imports_kind CHECK ((kind = ANY (ARRAY['inventory'::text, 'count'::text, 'products'::text]))),
    CONSTRAINT imports_status CHECK ((status = ANY (ARRAY['mapping'::text, 'checking'::text, 'ready'::text, 'applying'::text, 'completed'::text, 'failed'::text])))
);
--> statement-breakpoint
CREATE TABLE inventory_items (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    variant_id uuid NOT NULL,
    sku text NOT NULL,
    quantity integer DEFAULT 0 NOT NULL,
    reserved_quantity integer DEFAULT 0 NOT NULL,
    unit_cost_cents bigint DEFAULT 0 NOT NULL,
    average_cost numeric(14,4) DEFAULT 0 NOT NULL,
    last_sync timestamp(3) with time zone DEFAULT now() NOT NULL,
    synced_at timestamp(3) with time zone,
    closed boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    lot_quantity integer DEFAULT 0 NOT NULL,
    lot_reserved integer DEFAULT 0 NOT NULL,
    CONSTRAINT inventory_items_average_cost CHECK (((average_cost >= (0)::numeric) AND (average_cost <= 9999999.99))),
    CONSTRAINT inventory_items_cost CHECK (((unit_cost_cents >= 0) AND (unit_cost_cents <= 999999999))),
    CONSTRAINT inventory_items_lots CHECK (((0 <= lot_reserved) AND (lot_reserved <= lot_quantity) AND (lot_quantity <= quantity) AND (lot_reserved <= reserved_quantity) AND ((reserved_quantity - lot_reserved) <= (quantity - lot_quantity)))),
    CONSTRAINT inventory_items_room CHECK ((room_type = ANY (ARRAY['sales_floor'::text, 'vault'::text, 'quarantine'::text, 'secret_menu'::text]))),
    CONSTRAINT inventory_items_stock CHECK (((0 <= reserved_quantity) AND (reserved_quantity <= quantity) AND (quantity <= 2000000000)))
);
--> statement-breakpoint
CREATE TABLE inventory_lots (
    inventory_item_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    quantity integer NOT NULL,
    reserved_quantity integer NOT NULL,
    CONSTRAINT inventory_lots_stock CHECK (((0 <= reserved_quantity) AND (reserved_quantity <= quantity)))
);
--> statement-breakpoint
ALTER TABLE inventory_movements ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME inventory_movements_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE inventory_transfers (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    notes text,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    location_ids uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE invitations (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    email text NOT NULL,
    team_role text NOT NULL,
    all_locations boolean NOT NULL,
    location_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    token_hash text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT invitations_email_lower CHECK ((email = lower(email))),
    CONSTRAINT invitations_team_role CHECK ((team_role = ANY (ARRAY['owner'::text, 'admin'::text, 'manager'::text, 'viewer'::text])))
);
--> statement-breakpoint
CREATE TABLE invited_addresses (
    address text NOT NULL,
    mails integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE known_devices (
    user_id uuid NOT NULL,
    device_id uuid NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    used_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE ledger_seals (
    through bigint NOT NULL,
    after bigint NOT NULL,
    noted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sealed_at timestamp(3) with time zone,
    backfilled_on date,
    rows bigint,
    entries bytea,
    salts bytea,
    digest bytea
);
ALTER TABLE ONLY ledger_seals ALTER COLUMN entries SET STORAGE EXTERNAL;
ALTER TABLE ONLY ledger_seals ALTER COLUMN salts SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE locations (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    street text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    zip text NOT NULL,
    license_number text,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    receiving_room text DEFAULT 'vault'::text NOT NULL,
    receiving_hours text,
    CONSTRAINT locations_receiving_room CHECK ((receiving_room = ANY (ARRAY['vault'::text, 'quarantine'::text])))
);
--> statement-breakpoint
CREATE TABLE lot_reach (
    entity_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE lot_sources (
    lot_id uuid NOT NULL,
    source_lot_id uuid NOT NULL,
    quantity integer NOT NULL,
    CONSTRAINT lot_sources_quantity CHECK (((quantity > 0) AND (lot_id <> source_lot_id)))
);
--> statement-breakpoint
CREATE TABLE lots (
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    variant_id uuid,
    package_tag text,
    entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lots_package_tag CHECK (((length(package_tag) >= 1) AND (length(package_tag) <= 100)))
);
--> statement-breakpoint
CREATE TABLE member_locations (
    user_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE merged_batches (
    id uuid NOT NULL,
    into_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE mfa_challenges (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE notices (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    notice jsonb
);
--> statement-breakpoint
CREATE TABLE notification_preferences (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    bell boolean NOT NULL,
    mail text NOT NULL,
    CONSTRAINT notification_preferences_kind CHECK ((kind = ANY (ARRAY['new_order'::text, 'order_moved'::text, 'comment'::text, 'low_stock'::text, 'expiration'::text, 'recall'::text, 'sync_failed'::text, 'webhook_disabled'::text, 'connection_requested'::text, 'partner_renamed'::text, 'new_device'::text, 'security_change'::text]))),
    CONSTRAINT notification_preferences_mail CHECK ((mail = ANY (ARRAY['off'::text, 'at_once'::text, 'daily'::text])))
);
--> statement-breakpoint
CREATE TABLE notifications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    event_id uuid NOT NULL,
    kind text NOT NULL,
    permission text,
    location_ids uuid[],
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    object_name text NOT NULL,
    summary text NOT NULL,
    bell boolean NOT NULL,
    mail text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    read_at timestamp(3) with time zone,
    cause_id uuid,
    count integer DEFAULT 1 NOT NULL,
    counted_hour timestamp(3) with time zone,
    CONSTRAINT notifications_kind CHECK ((kind = ANY (ARRAY['new_order'::text, 'order_moved'::text, 'comment'::text, 'low_stock'::text, 'expiration'::text, 'recall'::text, 'sync_failed'::text, 'webhook_disabled'::text, 'connection_requested'::text, 'partner_renamed'::text, 'new_device'::text, 'security_change'::text]))),
    CONSTRAINT notifications_mail CHECK ((mail = ANY (ARRAY['none'::text, 'at_once'::text, 'counted'::text, 'daily'::text, 'sent'::text])))
);
--> statement-breakpoint
CREATE TABLE order_allocations (
    order_id uuid NOT NULL,
    order_item_id uuid NOT NULL,
    inventory_item_id uuid NOT NULL,
    lot_id uuid,
    quantity integer NOT NULL,
    shipped_at timestamp(3) with time zone,
    CONSTRAINT order_allocations_quantity CHECK ((quantity > 0))
);
--> statement-breakpoint
CREATE TABLE order_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE order_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME order_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE order_comments (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    body text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    actor_entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_comments_body CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000)))
);
--> statement-breakpoint
CREATE TABLE order_days (
    entity_id uuid NOT NULL,
    day date NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE order_history (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    action text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    summary text,
    notes text,
    actor_id uuid,
    actor_name text NOT NULL,
    actor_entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE order_items (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    product_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    product_name text NOT NULL,
    sku text NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    shipped_quantity integer DEFAULT 0 NOT NULL,
    received_quantity integer DEFAULT 0 NOT NULL,
    retailer_id uuid NOT NULL,
    CONSTRAINT order_items_delivered CHECK (((0 <= received_quantity) AND (received_quantity <= shipped_quantity) AND (shipped_quantity <= quantity))),
    CONSTRAINT order_items_quantity CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT order_items_total CHECK (((total_cents = (quantity * unit_price_cents)) AND (total_cents <= '999999999999'::bigint)))
);
--> statement-breakpoint
CREATE TABLE order_totals (
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE orders (
    id uuid NOT NULL,
    order_number text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    wholesaler_id uuid NOT NULL,
    retailer_id uuid NOT NULL,
    receiving_location_id uuid NOT NULL,
    subtotal_cents bigint NOT NULL,
    tax_rate_bps integer NOT NULL,
    tax_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    delivery_date date,
    delivery_window text,
    notes text,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    driver_id uuid,
    vehicle_id uuid,
    departed_at timestamp(3) with time zone,
    estimated_arrival timestamp(3) with time zone,
    recall_id uuid,
    po_number text,
    units bigint DEFAULT 0 NOT NULL,
    driver jsonb,
    vehicle jsonb,
    CONSTRAINT orders_money CHECK (((subtotal_cents >= 0) AND (tax_cents >= 0) AND (total_cents = (subtotal_cents + tax_cents)) AND (total_cents <= '999999999999'::bigint))),
    CONSTRAINT orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'preparing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
    CONSTRAINT orders_two_parties CHECK ((wholesaler_id <> retailer_id))
);
--> statement-breakpoint
CREATE TABLE password_resets (
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE pending_uploads (
    key text NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE pos_connections (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    provider text NOT NULL,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    credentials text,
    auth text DEFAULT 'none'::text NOT NULL,
    cursor text,
    failures integer DEFAULT 0 NOT NULL,
    remapped_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pos_connections_auth CHECK ((auth = ANY (ARRAY['none'::text, 'bearer'::text, 'basic'::text]))),
    CONSTRAINT pos_connections_provider CHECK ((provider = ANY (ARRAY['simulator'::text, 'http'::text, 'square'::text])))
);
--> statement-breakpoint
CREATE TABLE pos_listings (
    connection_id uuid NOT NULL,
    item_id uuid NOT NULL,
    run_id uuid NOT NULL,
    confirmed boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE pos_mappings (
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    external_id text,
    sku text,
    variant_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pos_mappings_key CHECK ((num_nonnulls(external_id, sku) = 1))
);
--> statement-breakpoint
CREATE TABLE pos_packages (
    connection_id uuid NOT NULL,
    item_id uuid NOT NULL,
    package text NOT NULL,
    quantity integer,
    unit_cost_cents bigint,
    run_id uuid NOT NULL,
    lot_id uuid,
    CONSTRAINT pos_packages_cost CHECK (((unit_cost_cents >= 0) AND (unit_cost_cents <= 999999999))),
    CONSTRAINT pos_packages_quantity CHECK (((quantity >= 0) AND (quantity <= 2000000000)))
);
--> statement-breakpoint
CREATE TABLE pos_unmatched (
    connection_id uuid NOT NULL,
    key text NOT NULL,
    external_id text,
    sku text,
    name text,
    quantity double precision NOT NULL,
    run_id uuid NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE product_coas (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    lab text NOT NULL,
    batch_id text NOT NULL,
    date date NOT NULL,
    file_name text NOT NULL,
    file_size integer NOT NULL,
    sha256 text NOT NULL,
    storage_key text NOT NULL,
    uploaded_by uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    batch uuid,
    extracted jsonb,
    mismatches jsonb
);
--> statement-breakpoint
CREATE TABLE product_images (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    storage_key text NOT NULL,
    size integer NOT NULL,
    thumb_key text NOT NULL,
    thumb_size integer NOT NULL,
    uploaded_by uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE product_reach (
    entity_id uuid NOT NULL,
    product_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE product_sales (
    entity_id uuid NOT NULL,
    day date NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE product_variants (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    sku text NOT NULL,
    weight numeric(14,4),
    weight_unit text,
    price_cents bigint NOT NULL,
    wholesale_price_cents bigint NOT NULL,
    low_stock_threshold integer,
    "position" integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT product_variants_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999))),
    CONSTRAINT product_variants_threshold CHECK (((low_stock_threshold >= 0) AND (low_stock_threshold <= 1000000))),
    CONSTRAINT product_variants_wholesale_price CHECK (((wholesale_price_cents >= 0) AND (wholesale_price_cents <= 999999999)))
);
--> statement-breakpoint
CREATE TABLE product_windows (
    entity_id uuid NOT NULL,
    days smallint NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE products (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    brand text,
    category text NOT NULL,
    subcategory text,
    description text,
    thc_percentage double precision,
    cbd_percentage double precision,
    images text[] DEFAULT '{}'::text[] NOT NULL,
    active boolean DEFAULT true NOT NULL,
    import_key text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT products_cbd CHECK (((cbd_percentage >= (0)::double precision) AND (cbd_percentage <= (100)::double precision))),
    CONSTRAINT products_thc CHECK (((thc_percentage >= (0)::double precision) AND (thc_percentage <= (100)::double precision)))
);
--> statement-breakpoint
CREATE TABLE purchases (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    lines bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE rate_limits (
    key text NOT NULL,
    points integer NOT NULL,
    expire timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE recall_batches (
    recall_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    confirmed_at timestamp(3) with time zone,
    entity_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE recall_mails (
    user_id uuid NOT NULL,
    recall_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE recall_responses (
    recall_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    held integer NOT NULL,
    quarantined integer,
    destroyed integer,
    returned integer,
    already_sold integer,
    notes text,
    actor_id uuid,
    actor_name text,
    responded_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    unassigned boolean DEFAULT false NOT NULL,
    found integer,
    explained integer DEFAULT 0 NOT NULL,
    supplier_id uuid,
    closing jsonb,
    CONSTRAINT recall_responses_complete CHECK (((num_nulls(quarantined, destroyed, returned, already_sold) = ANY (ARRAY[0, 4])) AND ((responded_at IS NOT NULL) = ((quarantined IS NOT NULL) OR (unassigned AND (found IS NOT NULL)))))),
    CONSTRAINT recall_responses_units CHECK (((held >= 0) AND (quarantined >= 0) AND (destroyed >= 0) AND (returned >= 0) AND (already_sold >= 0) AND (found >= 0) AND (explained >= 0)))
);
--> statement-breakpoint
CREATE TABLE recalls (
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    class text NOT NULL,
    reason text NOT NULL,
    instructions text NOT NULL,
    include_derived boolean DEFAULT false NOT NULL,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    closed_at timestamp(3) with time zone,
    close_reason text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT recalls_class CHECK ((class = ANY (ARRAY['I'::text, 'II'::text, 'III'::text])))
);
--> statement-breakpoint
CREATE TABLE receipt_lines (
    id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    order_item_id uuid NOT NULL,
    lot_id uuid,
    accepted integer NOT NULL,
    rejected integer NOT NULL,
    damaged integer NOT NULL,
    reason_code text,
    inventory_item_id uuid,
    CONSTRAINT receipt_lines_reason CHECK (((reason_code IS NOT NULL) OR ((rejected + damaged) = 0))),
    CONSTRAINT receipt_lines_units CHECK (((accepted >= 0) AND (rejected >= 0) AND (damaged >= 0)))
);
--> statement-breakpoint
CREATE TABLE receipts (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    notes text,
    credit_cents bigint NOT NULL,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    corrected_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT receipts_credit CHECK (((credit_cents >= 0) AND (credit_cents <= '999999999999'::bigint)))
);
--> statement-breakpoint
CREATE TABLE recovery_codes (
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE reset_requests (
    subject text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    requests integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE retail_prices (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    price_cents bigint NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT retail_prices_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999)))
);
--> statement-breakpoint
CREATE TABLE return_lines (
    id uuid NOT NULL,
    return_id uuid NOT NULL,
    order_item_id uuid NOT NULL,
    lot_id uuid,
    quantity integer NOT NULL,
    received integer,
    CONSTRAINT return_lines_units CHECK (((quantity > 0) AND (received >= 0)))
);
--> statement-breakpoint
CREATE TABLE returns (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid,
    notes text,
    actor_id uuid,
    actor_name text,
    received_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT returns_received CHECK ((num_nulls(received_at, location_id) = ANY (ARRAY[0, 2])))
);
--> statement-breakpoint
CREATE TABLE sales_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    variant_id uuid NOT NULL,
    lines bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE sales_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME sales_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE sales_windows (
    entity_id uuid NOT NULL,
    days smallint NOT NULL,
    start date NOT NULL
);
--> statement-breakpoint
CREATE TABLE saved_views (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT saved_views_size CHECK (((char_length(name) <= 80) AND (char_length(query) <= 2000)))
);
--> statement-breakpoint
CREATE TABLE schema_generation (
    one boolean DEFAULT true NOT NULL,
    generation integer NOT NULL,
    writer integer,
    CONSTRAINT schema_fence CHECK ((writer IS NULL)),
    CONSTRAINT schema_generation_one CHECK (one)
);
--> statement-breakpoint
CREATE TABLE sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    channel text NOT NULL,
    refresh_jti uuid NOT NULL,
    previous_jti uuid,
    rotated_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    mfa_verified_at timestamp(3) with time zone,
    authenticated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    address text NOT NULL,
    user_agent text
);
--> statement-breakpoint
CREATE TABLE setup_links (
    token_hash text NOT NULL,
    tier text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT setup_links_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
--> statement-breakpoint
CREATE TABLE sign_in_failures (
    email text NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL,
    first_failed_at timestamp(3) with time zone NOT NULL,
    reserved_at timestamp(3) with time zone NOT NULL,
    locks integer DEFAULT 0 NOT NULL,
    locked_until timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE stock_categories (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    category text NOT NULL,
    items bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE stock_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    items bigint NOT NULL,
    units bigint NOT NULL,
    worth numeric(30,4) NOT NULL,
    sold_units bigint DEFAULT 0 NOT NULL,
    sold_worth numeric(30,4) DEFAULT 0 NOT NULL,
    moved_at timestamp(3) with time zone DEFAULT quarter_hour(now()) NOT NULL,
    category text DEFAULT ''::text NOT NULL
);
--> statement-breakpoint
ALTER TABLE stock_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME stock_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE stock_count_lines (
    count_id uuid NOT NULL,
    item_id uuid NOT NULL,
    counted integer NOT NULL,
    expected integer NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    counted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stock_count_lines_counted CHECK (((counted >= 0) AND (counted <= 2000000000)))
);
--> statement-breakpoint
CREATE TABLE stock_counts (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    status text DEFAULT 'counting'::text NOT NULL,
    blind boolean NOT NULL,
    assignee_id uuid,
    assignee_name text,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT stock_counts_room CHECK ((room_type = ANY (ARRAY['sales_floor'::text, 'vault'::text, 'quarantine'::text, 'secret_menu'::text]))),
    CONSTRAINT stock_counts_status CHECK ((status = ANY (ARRAY['counting'::text, 'review'::text, 'applied'::text, 'cancelled'::text])))
);
--> statement-breakpoint
CREATE TABLE stock_flows (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    moved_at timestamp(3) with time zone NOT NULL,
    worth numeric(30,4) NOT NULL,
    sold_units bigint NOT NULL,
    sold_worth numeric(30,4) NOT NULL
);
--> statement-breakpoint
CREATE TABLE stock_levels (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    available bigint DEFAULT 0 NOT NULL,
    blocked bigint DEFAULT 0 NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    sku text NOT NULL,
    quantity bigint DEFAULT 0 NOT NULL,
    reserved_quantity bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    band smallint GENERATED ALWAYS AS (stock_band((available - blocked))) STORED,
    category text NOT NULL,
    worth numeric(30,4) DEFAULT 0 NOT NULL,
    expires_on date,
    average_cost numeric(14,4) GENERATED ALWAYS AS (COALESCE(round((worth / (NULLIF(quantity, 0))::numeric), 4), (0)::numeric)) STORED,
    CONSTRAINT stock_levels_available CHECK ((available >= 0)),
    CONSTRAINT stock_levels_blocked CHECK ((blocked >= 0)),
    CONSTRAINT stock_levels_stock CHECK (((0 <= reserved_quantity) AND (reserved_quantity <= quantity)))
)
WITH (fillfactor='85');
--> statement-breakpoint
CREATE TABLE stock_totals (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    items bigint NOT NULL,
    units bigint NOT NULL,
    worth numeric(30,4) NOT NULL
);
--> statement-breakpoint
CREATE TABLE sync_runs (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    connection_id uuid,
    sync_type text NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    processed integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    errors jsonb DEFAULT '[]'::jsonb NOT NULL,
    unmatched jsonb DEFAULT '[]'::jsonb NOT NULL,
    unmatched_count integer DEFAULT 0 NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    request_id text NOT NULL,
    stage text DEFAULT 'list'::text NOT NULL,
    page_token text,
    since text,
    pages integer DEFAULT 0 NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    next_cursor text,
    attempts integer DEFAULT 0 NOT NULL,
    lease_token uuid,
    lease_until timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT sync_runs_stage CHECK ((stage = ANY (ARRAY['list'::text, 'count'::text, 'zero'::text]))),
    CONSTRAINT sync_runs_status CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
    CONSTRAINT sync_runs_type CHECK ((sync_type = ANY (ARRAY['full'::text, 'incremental'::text])))
);
--> statement-breakpoint
CREATE TABLE users (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    team_role text NOT NULL,
    all_locations boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    removed_at timestamp(3) with time zone,
    mfa_secret text,
    mfa_enabled_at timestamp(3) with time zone,
    mfa_last_step integer,
    CONSTRAINT users_email_lower CHECK ((email = lower(email))),
    CONSTRAINT users_mfa CHECK (((mfa_enabled_at IS NULL) OR (mfa_secret IS NOT NULL))),
    CONSTRAINT users_team_role CHECK ((team_role = ANY (ARRAY['owner'::text, 'admin'::text, 'manager'::text, 'viewer'::text])))
);
--> statement-breakpoint
CREATE TABLE variant_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    levels bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE variant_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME variant_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE variants_in_stock (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    levels bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE vehicles (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    make text NOT NULL,
    model text NOT NULL,
    plate text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    deleted_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE webhook_attempts (
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    status_code integer,
    duration_ms integer NOT NULL,
    response_body text,
    error text,
    signature text NOT NULL
);
--> statement-breakpoint
CREATE TABLE webhook_deliveries (
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_kind text DEFAULT 'scheduled'::text NOT NULL,
    next_attempt_at timestamp(3) with time zone DEFAULT now(),
    last_attempt_at timestamp(3) with time zone,
    test_data jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE webhook_endpoints (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    url text NOT NULL,
    description text,
    events text[] NOT NULL,
    location_ids uuid[],
    active boolean DEFAULT true NOT NULL,
    disabled_reason text,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    lease_token uuid,
    lease_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE worker_pools (
    id text NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE ONLY address_failures
    ADD CONSTRAINT address_failures_window UNIQUE (address, window_start);
--> statement-breakpoint
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_lookup_unique UNIQUE (lookup);
--> statement-breakpoint
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY api_requests
    ADD CONSTRAINT api_requests_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_position UNIQUE ("position");
--> statement-breakpoint
ALTER TABLE ONLY audit_seals
    ADD CONSTRAINT audit_seals_after_unique UNIQUE (after);
--> statement-breakpoint
ALTER TABLE ONLY audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (through);
--> statement-breakpoint
ALTER TABLE ONLY audit_totals
    ADD CONSTRAINT audit_totals_entity_id_action_pk PRIMARY KEY (entity_id, action);
--> statement-breakpoint
ALTER TABLE ONLY batch_holds
    ADD CONSTRAINT batch_holds_batch_id_entity_id_pk PRIMARY KEY (batch_id, entity_id);
--> statement-breakpoint
ALTER TABLE ONLY batch_notes
    ADD CONSTRAINT batch_notes_batch_id_entity_id_pk PRIMARY KEY (batch_id, entity_id);
--> statement-breakpoint
ALTER TABLE ONLY batch_notices
    ADD CONSTRAINT batch_notices_batch_id_entity_id_expires_on_days_pk PRIMARY KEY (batch_id, entity_id, expires_on, days);
--> statement-breakpoint
ALTER TABLE ONLY batch_reach
    ADD CONSTRAINT batch_reach_entity_id_batch_id_pk PRIMARY KEY (entity_id, batch_id);
--> statement-breakpoint
ALTER TABLE ONLY batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY carts
    ADD CONSTRAINT carts_user_id_supplier_id_pk PRIMARY KEY (user_id, supplier_id);
--> statement-breakpoint
ALTER TABLE ONLY connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY counted_mails
    ADD CONSTRAINT counted_mails_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY drawn_documents
    ADD CONSTRAINT drawn_documents_entity_id_version_pk PRIMARY KEY (entity_id, version);
--> statement-breakpoint
ALTER TABLE ONLY drivers
    ADD CONSTRAINT drivers_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY drivers
    ADD CONSTRAINT drivers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY email_failures
    ADD CONSTRAINT email_failures_pkey PRIMARY KEY (email);
--> statement-breakpoint
ALTER TABLE ONLY entities
    ADD CONSTRAINT entities_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY event_sequences
    ADD CONSTRAINT event_sequences_pkey PRIMARY KEY (entity_id);
--> statement-breakpoint
ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_entity_id_user_id_method_path_key_pk PRIMARY KEY (entity_id, user_id, method, path, key);
--> statement-breakpoint
ALTER TABLE ONLY import_lines
    ADD CONSTRAINT import_lines_import_id_line_pk PRIMARY KEY (import_id, line);
--> statement-breakpoint
ALTER TABLE ONLY import_mappings
    ADD CONSTRAINT import_mappings_entity_id_kind_header_hash_pk PRIMARY KEY (entity_id, kind, header_hash);
--> statement-breakpoint
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_place UNIQUE (location_id, variant_id, room_type);
--> statement-breakpoint
ALTER TABLE ONLY inventory_lots
    ADD CONSTRAINT inventory_lots_inventory_item_id_lot_id_pk PRIMARY KEY (inventory_item_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_movements
    ADD CONSTRAINT inventory_movements_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_transfers
    ADD CONSTRAINT inventory_transfers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_token UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY invited_addresses
    ADD CONSTRAINT invited_addresses_pkey PRIMARY KEY (address);
--> statement-breakpoint
ALTER TABLE ONLY known_devices
    ADD CONSTRAINT known_devices_user_id_device_id_pk PRIMARY KEY (user_id, device_id);
--> statement-breakpoint
ALTER TABLE ONLY ledger_seals
    ADD CONSTRAINT ledger_seals_after_unique UNIQUE (after);
--> statement-breakpoint
ALTER TABLE ONLY ledger_seals
    ADD CONSTRAINT ledger_seals_pkey PRIMARY KEY (through);
--> statement-breakpoint
ALTER TABLE ONLY locations
    ADD CONSTRAINT locations_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY locations
    ADD CONSTRAINT locations_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY lot_reach
    ADD CONSTRAINT lot_reach_entity_id_lot_id_pk PRIMARY KEY (entity_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY lot_sources
    ADD CONSTRAINT lot_sources_lot_id_source_lot_id_pk PRIMARY KEY (lot_id, source_lot_id);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_once UNIQUE NULLS NOT DISTINCT (batch_id, variant_id, entity_id, package_tag);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_tag UNIQUE (entity_id, package_tag);
--> statement-breakpoint
ALTER TABLE ONLY member_locations
    ADD CONSTRAINT member_locations_once UNIQUE (user_id, location_id);
--> statement-breakpoint
ALTER TABLE ONLY merged_batches
    ADD CONSTRAINT merged_batches_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY mfa_challenges
    ADD CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY notification_preferences
    ADD CONSTRAINT notification_preferences_user_id_kind_pk PRIMARY KEY (user_id, kind);
--> statement-breakpoint
ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_once UNIQUE (event_id, user_id, kind);
--> statement-breakpoint
ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_allocations
    ADD CONSTRAINT order_allocations_once UNIQUE NULLS NOT DISTINCT (order_item_id, inventory_item_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY order_changes
    ADD CONSTRAINT order_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_comments
    ADD CONSTRAINT order_comments_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_days
    ADD CONSTRAINT order_days_entity_id_day_status_pk PRIMARY KEY (entity_id, day, status);
--> statement-breakpoint
ALTER TABLE ONLY order_history
    ADD CONSTRAINT order_history_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_variant UNIQUE (order_id, variant_id);
--> statement-breakpoint
ALTER TABLE ONLY order_totals
    ADD CONSTRAINT order_totals_entity_id_placed_at_status_pk PRIMARY KEY (entity_id, placed_at, status);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_number UNIQUE (order_number);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY pending_uploads
    ADD CONSTRAINT pending_uploads_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY pos_connections
    ADD CONSTRAINT pos_connections_location UNIQUE (location_id);
--> statement-breakpoint
ALTER TABLE ONLY pos_connections
    ADD CONSTRAINT pos_connections_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY pos_listings
    ADD CONSTRAINT pos_listings_connection_id_item_id_pk PRIMARY KEY (connection_id, item_id);
--> statement-breakpoint
ALTER TABLE ONLY pos_mappings
    ADD CONSTRAINT pos_mappings_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY pos_packages
    ADD CONSTRAINT pos_packages_connection_id_item_id_package_pk PRIMARY KEY (connection_id, item_id, package);
--> statement-breakpoint
ALTER TABLE ONLY pos_unmatched
    ADD CONSTRAINT pos_unmatched_connection_id_key_pk PRIMARY KEY (connection_id, key);
--> statement-breakpoint
ALTER TABLE ONLY product_coas
    ADD CONSTRAINT product_coas_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY product_images
    ADD CONSTRAINT product_images_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY product_reach
    ADD CONSTRAINT product_reach_entity_id_product_id_pk PRIMARY KEY (entity_id, product_id);
--> statement-breakpoint
ALTER TABLE ONLY product_sales
    ADD CONSTRAINT product_sales_entity_id_day_product_id_pk PRIMARY KEY (entity_id, day, product_id);
--> statement-breakpoint
ALTER TABLE ONLY product_variants
    ADD CONSTRAINT product_variants_id_sku UNIQUE (id, sku);
--> statement-breakpoint
ALTER TABLE ONLY product_variants
    ADD CONSTRAINT product_variants_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY product_variants
    ADD CONSTRAINT product_variants_product_id UNIQUE (product_id, id);
--> statement-breakpoint
ALTER TABLE ONLY product_windows
    ADD CONSTRAINT product_windows_entity_id_days_product_id_pk PRIMARY KEY (entity_id, days, product_id);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_id_category UNIQUE (id, category);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_id_name UNIQUE (id, name);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY purchases
    ADD CONSTRAINT purchases_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
--> statement-breakpoint
ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY recall_batches
    ADD CONSTRAINT recall_batches_recall_id_batch_id_pk PRIMARY KEY (recall_id, batch_id);
--> statement-breakpoint
ALTER TABLE ONLY recall_mails
    ADD CONSTRAINT recall_mails_user_id_recall_id_pk PRIMARY KEY (user_id, recall_id);
--> statement-breakpoint
ALTER TABLE ONLY recall_responses
    ADD CONSTRAINT recall_responses_recall_id_entity_id_pk PRIMARY KEY (recall_id, entity_id);
--> statement-breakpoint
ALTER TABLE ONLY recalls
    ADD CONSTRAINT recalls_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_once UNIQUE NULLS NOT DISTINCT (receipt_id, order_item_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY receipts
    ADD CONSTRAINT receipts_of_order UNIQUE (order_id);
--> statement-breakpoint
ALTER TABLE ONLY receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
--> statement-breakpoint
ALTER TABLE ONLY reset_requests
    ADD CONSTRAINT reset_requests_pkey PRIMARY KEY (subject);
--> statement-breakpoint
ALTER TABLE ONLY retail_prices
    ADD CONSTRAINT retail_prices_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
--> statement-breakpoint
ALTER TABLE ONLY return_lines
    ADD CONSTRAINT return_lines_once UNIQUE NULLS NOT DISTINCT (return_id, order_item_id, lot_id);
--> statement-breakpoint
ALTER TABLE ONLY return_lines
    ADD CONSTRAINT return_lines_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY returns
    ADD CONSTRAINT returns_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sales_changes
    ADD CONSTRAINT sales_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sales_windows
    ADD CONSTRAINT sales_windows_entity_id_days_pk PRIMARY KEY (entity_id, days);
--> statement-breakpoint
ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY schema_generation
    ADD CONSTRAINT schema_generation_pkey PRIMARY KEY (one);
--> statement-breakpoint
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY setup_links
    ADD CONSTRAINT setup_links_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY sign_in_failures
    ADD CONSTRAINT sign_in_failures_email_address_pk PRIMARY KEY (email, address);
--> statement-breakpoint
ALTER TABLE ONLY stock_categories
    ADD CONSTRAINT stock_categories_entity_id_category_location_id_room_type_pk PRIMARY KEY (entity_id, category, location_id, room_type);
--> statement-breakpoint
ALTER TABLE ONLY stock_changes
    ADD CONSTRAINT stock_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY stock_count_lines
    ADD CONSTRAINT stock_count_lines_count_id_item_id_pk PRIMARY KEY (count_id, item_id);
--> statement-breakpoint
ALTER TABLE ONLY stock_counts
    ADD CONSTRAINT stock_counts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY stock_flows
    ADD CONSTRAINT stock_flows_entity_id_moved_at_location_id_room_type_pk PRIMARY KEY (entity_id, moved_at, location_id, room_type);
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_id_unique UNIQUE (id);
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_location_id_variant_id_pk PRIMARY KEY (location_id, variant_id);
--> statement-breakpoint
ALTER TABLE ONLY stock_totals
    ADD CONSTRAINT stock_totals_entity_id_location_id_room_type_pk PRIMARY KEY (entity_id, location_id, room_type);
--> statement-breakpoint
ALTER TABLE ONLY sync_runs
    ADD CONSTRAINT sync_runs_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY variant_changes
    ADD CONSTRAINT variant_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY variants_in_stock
    ADD CONSTRAINT variants_in_stock_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
--> statement-breakpoint
ALTER TABLE ONLY vehicles
    ADD CONSTRAINT vehicles_entity_id UNIQUE (entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY vehicles
    ADD CONSTRAINT vehicles_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY worker_pools
    ADD CONSTRAINT worker_pools_pkey PRIMARY KEY (id);
--> statement-breakpoint
CREATE INDEX api_keys_of_entity ON api_keys USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX api_keys_of_user ON api_keys USING btree (user_id);
--> statement-breakpoint
CREATE INDEX api_requests_age ON api_requests USING btree (created_at);
--> statement-breakpoint
CREATE INDEX api_requests_of_entity ON api_requests USING btree (entity_id, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX audit_log_of_entity ON audit_log USING btree (entity_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX audit_log_of_object ON audit_log USING btree (object_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX batch_holds_of_entity ON batch_holds USING btree (entity_id, batch_id);
--> statement-breakpoint
CREATE INDEX batch_notes_by_expiration ON batch_notes USING btree (expires_on, batch_id) WHERE (expires_on IS NOT NULL);
--> statement-breakpoint
CREATE INDEX batch_reach_by_expiration ON batch_reach USING btree (entity_id, expires_on, batch_id);
--> statement-breakpoint
CREATE INDEX batch_reach_by_latest_expiration ON batch_reach USING btree (entity_id, expires_on DESC NULLS LAST, batch_id);
--> statement-breakpoint
CREATE INDEX batch_reach_by_number ON batch_reach USING btree (entity_id, batch_number COLLATE names, batch_id);
--> statement-breakpoint
CREATE INDEX batch_reach_newest ON batch_reach USING btree (entity_id, created_at DESC NULLS LAST, batch_id);
--> statement-breakpoint
CREATE INDEX batch_reach_of_batch ON batch_reach USING btree (batch_id);
--> statement-breakpoint
CREATE UNIQUE INDEX batches_adopted_number ON batches USING btree (product_id, number_key) WHERE (adopted AND (duplicate_of IS NULL));
--> statement-breakpoint
CREATE INDEX batches_by_expiration ON batches USING btree (expires_on, id) WHERE (expires_on IS NOT NULL);
--> statement-breakpoint
CREATE INDEX batches_by_loose_number ON batches USING btree (product_id, loose_key);
--> statement-breakpoint
CREATE INDEX batches_by_number ON batches USING btree (product_id, number_key);
--> statement-breakpoint
CREATE INDEX batches_held ON batches USING btree (id) WHERE (held_at IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX batches_number ON batches USING btree (product_id, entity_id, number_key) WHERE (duplicate_of IS NULL);
--> statement-breakpoint
CREATE INDEX batches_of_creator ON batches USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX connections_of_requester ON connections USING btree (requester_id, status, target_id);
--> statement-breakpoint
CREATE INDEX connections_of_target ON connections USING btree (target_id, status, requester_id);
--> statement-breakpoint
CREATE UNIQUE INDEX connections_one_live ON connections USING btree (LEAST(requester_id, target_id), GREATEST(requester_id, target_id)) WHERE (status <> 'rejected'::text);
--> statement-breakpoint
CREATE INDEX counted_mails_age ON counted_mails USING btree (created_at);
--> statement-breakpoint
CREATE INDEX counted_mails_of_entity ON counted_mails USING btree (entity_id, created_at);
--> statement-breakpoint
CREATE INDEX counted_mails_to_address ON counted_mails USING btree (address, created_at);
--> statement-breakpoint
CREATE INDEX drawn_documents_age ON drawn_documents USING btree (created_at);
--> statement-breakpoint
CREATE INDEX drivers_by_age ON drivers USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX entities_directory ON entities USING btree (type, name COLLATE names, id);
--> statement-breakpoint
CREATE INDEX entities_license ON entities USING btree (license_form(license_number));
--> statement-breakpoint
CREATE INDEX entities_search ON entities USING gin (search_fold(name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX events_age ON events USING btree (created_at);
--> statement-breakpoint
CREATE UNIQUE INDEX events_sequence ON events USING btree (entity_id, sequence);
--> statement-breakpoint
CREATE INDEX events_undispatched ON events USING btree (id) WHERE (sequence IS NULL);
--> statement-breakpoint
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
--> statement-breakpoint
CREATE INDEX import_lines_by_outcome ON import_lines USING btree (import_id, outcome, line);
--> statement-breakpoint
CREATE INDEX import_lines_to_apply ON import_lines USING btree (import_id, line) WHERE ((NOT applied) AND (outcome <> 'error'::text));
--> statement-breakpoint
CREATE INDEX imports_lease ON imports USING btree (lease_until) WHERE (status = ANY (ARRAY['checking'::text, 'applying'::text]));
--> statement-breakpoint
CREATE INDEX imports_of_entity ON imports USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX inventory_items_all_in_lots ON inventory_items USING btree (entity_id, location_id, room_type) WHERE ((lot_quantity > 0) AND (lot_quantity = quantity));
--> statement-breakpoint
CREATE INDEX inventory_items_by_age ON inventory_items USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_available ON inventory_items USING btree (entity_id, ((quantity - reserved_quantity)), id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_change ON inventory_items USING btree (entity_id, updated_at, id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_location ON inventory_items USING btree (entity_id, location_id, product_name COLLATE names, id, created_at, quantity, variant_id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_name ON inventory_items USING btree (entity_id, product_name COLLATE names, id, created_at, location_id, quantity, variant_id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_quantity ON inventory_items USING btree (entity_id, quantity, id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_room ON inventory_items USING btree (entity_id, room_type, product_name COLLATE names, id);
--> statement-breakpoint
CREATE INDEX inventory_items_by_sku ON inventory_items USING btree (entity_id, sku);
--> statement-breakpoint
CREATE INDEX inventory_items_empty ON inventory_items USING btree (entity_id, variant_id, location_id, room_type) WHERE (quantity = 0);
--> statement-breakpoint
CREATE INDEX inventory_items_of_product ON inventory_items USING btree (product_id, entity_id);
--> statement-breakpoint
CREATE INDEX inventory_items_of_variant ON inventory_items USING btree (variant_id, entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX inventory_items_search ON inventory_items USING gin (search_fold(product_name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX inventory_items_sku_search ON inventory_items USING gin (search_fold(sku) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX inventory_lots_counted ON inventory_lots USING btree (entity_id, inventory_item_id) WHERE (quantity > 0);
--> statement-breakpoint
CREATE INDEX inventory_lots_of_entity ON inventory_lots USING btree (entity_id, lot_id);
--> statement-breakpoint
CREATE INDEX inventory_lots_of_lot ON inventory_lots USING btree (lot_id, entity_id);
--> statement-breakpoint
CREATE INDEX inventory_lots_present ON inventory_lots USING btree (inventory_item_id) WHERE (quantity > 0);
--> statement-breakpoint
CREATE INDEX inventory_movements_at ON inventory_movements USING btree (item_id, created_at DESC NULLS LAST, "position" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX inventory_movements_of_item ON inventory_movements USING btree (item_id, "position" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX inventory_movements_of_lot ON inventory_movements USING btree (lot_id, "position") WHERE (lot_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX inventory_movements_of_transfer ON inventory_movements USING btree (source_id) WHERE (source_type = 'transfer'::text);
--> statement-breakpoint
CREATE INDEX inventory_movements_positions ON inventory_movements USING brin ("position") WITH (pages_per_range='32', autosummarize='true');
--> statement-breakpoint
CREATE INDEX inventory_transfers_newest ON inventory_transfers USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX invitations_of_entity ON invitations USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX invitations_pending ON invitations USING btree (entity_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
--> statement-breakpoint
CREATE INDEX known_devices_used ON known_devices USING btree (used_at);
--> statement-breakpoint
CREATE INDEX locations_by_age ON locations USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX lot_reach_newest ON lot_reach USING btree (entity_id, created_at DESC NULLS LAST, lot_id);
--> statement-breakpoint
CREATE INDEX lot_reach_of_lot ON lot_reach USING btree (lot_id);
--> statement-breakpoint
CREATE INDEX lot_sources_of_source ON lot_sources USING btree (source_lot_id, lot_id);
--> statement-breakpoint
CREATE INDEX lots_of_batch ON lots USING btree (batch_id, created_at, id);
--> statement-breakpoint
CREATE INDEX lots_of_creator ON lots USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX merged_batches_of_batch ON merged_batches USING btree (into_id);
--> statement-breakpoint
CREATE INDEX mfa_challenges_expiry ON mfa_challenges USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX mfa_challenges_of_user ON mfa_challenges USING btree (user_id);
--> statement-breakpoint
CREATE INDEX notifications_age ON notifications USING btree (created_at);
--> statement-breakpoint
CREATE UNIQUE INDEX notifications_counting ON notifications USING btree (user_id, kind, cause_id, counted_hour) WHERE (counted_hour IS NOT NULL);
--> statement-breakpoint
CREATE INDEX notifications_for_digest ON notifications USING btree (user_id, created_at) WHERE (mail = 'daily'::text);
--> statement-breakpoint
CREATE INDEX notifications_of_user ON notifications USING btree (user_id, created_at DESC NULLS LAST, id) WHERE bell;
--> statement-breakpoint
CREATE INDEX notifications_to_mail ON notifications USING btree (user_id) WHERE (mail = 'at_once'::text);
--> statement-breakpoint
CREATE INDEX notifications_unread ON notifications USING btree (user_id, created_at DESC NULLS LAST, id) WHERE (bell AND (read_at IS NULL));
--> statement-breakpoint
CREATE INDEX order_allocations_of_lot ON order_allocations USING btree (lot_id) WHERE (lot_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX order_allocations_of_order ON order_allocations USING btree (order_id);
--> statement-breakpoint
CREATE INDEX order_allocations_of_stock ON order_allocations USING btree (inventory_item_id) WHERE (shipped_at IS NULL);
--> statement-breakpoint
CREATE INDEX order_allocations_with_lot ON order_allocations USING btree (order_item_id) WHERE (lot_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX order_changes_of_entity ON order_changes USING btree (entity_id);
--> statement-breakpoint
CREATE INDEX order_comments_of_order ON order_comments USING btree (order_id, created_at, id);
--> statement-breakpoint
CREATE INDEX order_history_of_order ON order_history USING btree (order_id, id);
--> statement-breakpoint
CREATE INDEX order_items_bought ON order_items USING btree (retailer_id, variant_id, created_at);
--> statement-breakpoint
CREATE INDEX order_items_of_product ON order_items USING btree (product_id, order_id);
--> statement-breakpoint
CREATE INDEX orders_number_search ON orders USING gin (search_fold(order_number) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX orders_of_retailer ON orders USING btree (retailer_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_change ON orders USING btree (retailer_id, updated_at, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_delivery ON orders USING btree (retailer_id, delivery_date, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_latest_delivery ON orders USING btree (retailer_id, delivery_date DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_party ON orders USING btree (retailer_id, wholesaler_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_rank ON orders USING btree (retailer_id, order_rank(status), id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_status ON orders USING btree (retailer_id, status, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_retailer_by_total ON orders USING btree (retailer_id, total_cents, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler ON orders USING btree (wholesaler_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_change ON orders USING btree (wholesaler_id, updated_at, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_delivery ON orders USING btree (wholesaler_id, delivery_date, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_latest_delivery ON orders USING btree (wholesaler_id, delivery_date DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_party ON orders USING btree (wholesaler_id, retailer_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_rank ON orders USING btree (wholesaler_id, order_rank(status), id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_status ON orders USING btree (wholesaler_id, status, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX orders_of_wholesaler_by_total ON orders USING btree (wholesaler_id, total_cents, id);
--> statement-breakpoint
CREATE INDEX orders_pending ON orders USING btree (created_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX orders_po_search ON orders USING gin (search_fold(po_number) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX password_resets_expiry ON password_resets USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id);
--> statement-breakpoint
CREATE INDEX pending_uploads_by_age ON pending_uploads USING btree (started_at);
--> statement-breakpoint
CREATE UNIQUE INDEX pos_mappings_external_id ON pos_mappings USING btree (connection_id, external_id);
--> statement-breakpoint
CREATE UNIQUE INDEX pos_mappings_sku ON pos_mappings USING btree (connection_id, sku);
--> statement-breakpoint
CREATE INDEX pos_unmatched_newest ON pos_unmatched USING btree (connection_id, seen_at DESC NULLS LAST, key);
--> statement-breakpoint
CREATE INDEX product_coas_latest ON product_coas USING btree (product_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX product_coas_of_batch ON product_coas USING btree (batch, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX product_images_of_product ON product_images USING btree (product_id);
--> statement-breakpoint
CREATE INDEX product_variants_by_change ON product_variants USING btree (updated_at);
--> statement-breakpoint
CREATE INDEX product_variants_deleted ON product_variants USING btree (id, deleted_at) WHERE (deleted_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX product_variants_not_sold ON product_variants USING btree (entity_id, id) WHERE (deleted_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX product_variants_of_product ON product_variants USING btree (product_id, "position", id);
--> statement-breakpoint
CREATE UNIQUE INDEX product_variants_sku ON product_variants USING btree (entity_id, sku) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX product_variants_with_threshold ON product_variants USING btree (entity_id) WHERE (low_stock_threshold IS NOT NULL);
--> statement-breakpoint
CREATE INDEX product_windows_best ON product_windows USING btree (entity_id, days, cents DESC NULLS LAST, product_id);
--> statement-breakpoint
CREATE INDEX products_by_brand ON products USING btree (entity_id, brand) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX products_by_category ON products USING btree (entity_id, category, created_at DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX products_by_change ON products USING btree (updated_at, entity_id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX products_by_name ON products USING btree (entity_id, name COLLATE names, id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX products_import_key ON products USING btree (entity_id, import_key) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX products_name_search ON products USING gin (search_fold(name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX products_newest ON products USING btree (entity_id, created_at DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX products_not_sold ON products USING btree (entity_id, id) WHERE ((NOT active) OR (deleted_at IS NOT NULL));
--> statement-breakpoint
CREATE INDEX rate_limits_expiry ON rate_limits USING btree (expire);
--> statement-breakpoint
CREATE INDEX recall_batches_of_batch ON recall_batches USING btree (batch_id, recall_id);
--> statement-breakpoint
CREATE INDEX recall_batches_of_entity ON recall_batches USING btree (entity_id, recall_id);
--> statement-breakpoint
CREATE INDEX recall_responses_of_entity ON recall_responses USING btree (entity_id, recall_id);
--> statement-breakpoint
CREATE INDEX recall_responses_of_supplier ON recall_responses USING btree (recall_id, supplier_id) WHERE (supplier_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX recalls_of_batch ON recalls USING btree (batch_id, created_at DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX recalls_of_entity ON recalls USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE UNIQUE INDEX recalls_open ON recalls USING btree (batch_id) WHERE (closed_at IS NULL);
--> statement-breakpoint
CREATE INDEX receipt_lines_of_line ON receipt_lines USING btree (order_item_id);
--> statement-breakpoint
CREATE INDEX receipts_of_entity ON receipts USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX returns_of_entity ON returns USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX returns_of_order ON returns USING btree (order_id);
--> statement-breakpoint
CREATE INDEX returns_of_receipt ON returns USING btree (receipt_id);
--> statement-breakpoint
CREATE INDEX sales_changes_of_entity ON sales_changes USING btree (entity_id);
--> statement-breakpoint
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (user_id, list, lower(name));
--> statement-breakpoint
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX sessions_of_user ON sessions USING btree (user_id) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX stock_changes_of_entity ON stock_changes USING btree (entity_id);
--> statement-breakpoint
CREATE INDEX stock_count_lines_of_item ON stock_count_lines USING btree (item_id);
--> statement-breakpoint
CREATE INDEX stock_counts_of_entity ON stock_counts USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX stock_counts_open ON stock_counts USING btree (entity_id) WHERE (status = ANY (ARRAY['counting'::text, 'review'::text]));
--> statement-breakpoint
CREATE INDEX stock_levels_by_age ON stock_levels USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX stock_levels_by_band ON stock_levels USING btree (entity_id, band);
--> statement-breakpoint
CREATE INDEX stock_levels_by_category ON stock_levels USING btree (entity_id, category, product_name COLLATE names, id);
--> statement-breakpoint
CREATE INDEX stock_levels_by_cost ON stock_levels USING btree (entity_id, average_cost, id);
--> statement-breakpoint
CREATE INDEX stock_levels_by_expiration ON stock_levels USING btree (entity_id, expires_on) WHERE (expires_on IS NOT NULL);
--> statement-breakpoint
CREATE INDEX stock_levels_by_location ON stock_levels USING btree (entity_id, location_id, product_name COLLATE names, id);
--> statement-breakpoint
CREATE INDEX stock_levels_by_name ON stock_levels USING btree (entity_id, product_name COLLATE names, id, location_id);
--> statement-breakpoint
CREATE INDEX stock_levels_by_sku ON stock_levels USING btree (entity_id, sku);
--> statement-breakpoint
CREATE INDEX stock_levels_of_product ON stock_levels USING btree (product_id, entity_id);
--> statement-breakpoint
CREATE INDEX stock_levels_of_variant ON stock_levels USING btree (variant_id, entity_id, band);
--> statement-breakpoint
CREATE INDEX stock_levels_search ON stock_levels USING gin (search_fold(product_name) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX stock_levels_sku_search ON stock_levels USING gin (search_fold(sku) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX stock_levels_with_blocked ON stock_levels USING btree (entity_id, product_name COLLATE names, id) WHERE (blocked > 0);
--> statement-breakpoint
CREATE INDEX sync_runs_active_of_entity ON sync_runs USING btree (entity_id, created_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
--> statement-breakpoint
CREATE INDEX sync_runs_lease ON sync_runs USING btree (lease_until) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
--> statement-breakpoint
CREATE INDEX sync_runs_newest ON sync_runs USING btree (entity_id, created_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX sync_runs_of_connection ON sync_runs USING btree (connection_id, created_at DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX sync_runs_one_active ON sync_runs USING btree (location_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
--> statement-breakpoint
CREATE UNIQUE INDEX users_email ON users USING btree (email) WHERE (removed_at IS NULL);
--> statement-breakpoint
CREATE INDEX variant_changes_of_entity ON variant_changes USING btree (entity_id);
--> statement-breakpoint
CREATE INDEX vehicles_by_age ON vehicles USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts USING btree (delivery_id, at);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (created_at);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries USING btree (endpoint_id, created_at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries USING btree (endpoint_id, event_id);
--> statement-breakpoint
CREATE INDEX webhook_endpoints_of_entity ON webhook_endpoints USING btree (entity_id, created_at, id);
--> statement-breakpoint
CREATE INDEX worker_pools_seen ON worker_pools USING btree (seen_at);
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_digest BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION digest_audit();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON audit_seals FOR EACH ROW WHEN ((old.sealed_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER batches_expire_levels AFTER UPDATE ON batches FOR EACH ROW WHEN ((new.expires_on IS DISTINCT FROM old.expires_on)) EXECUTE FUNCTION expire_levels_of_batch();
--> statement-breakpoint
CREATE TRIGGER batches_lock_adopted BEFORE UPDATE OF adopted ON batches FOR EACH ROW WHEN ((new.adopted AND (NOT old.adopted))) EXECUTE FUNCTION lock_adopted_batch();
--> statement-breakpoint
CREATE TRIGGER batches_reach_changed AFTER UPDATE ON batches FOR EACH ROW WHEN ((((new.adopted IS DISTINCT FROM old.adopted) OR (new.batch_id IS DISTINCT FROM old.batch_id)) OR (new.expires_on IS DISTINCT FROM old.expires_on))) EXECUTE FUNCTION reach_batch();
--> statement-breakpoint
CREATE TRIGGER batches_reach_created AFTER INSERT ON batches FOR EACH ROW EXECUTE FUNCTION reach_batch();
--> statement-breakpoint
CREATE TRIGGER carts_updated_at BEFORE UPDATE ON carts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER connections_updated_at BEFORE UPDATE ON connections FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER drivers_updated_at BEFORE UPDATE ON drivers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER entities_move_order_days AFTER UPDATE OF timezone ON entities FOR EACH ROW WHEN ((new.timezone <> old.timezone)) EXECUTE FUNCTION move_order_days();
--> statement-breakpoint
CREATE TRIGGER entities_requeue_sales AFTER UPDATE OF timezone ON entities FOR EACH ROW WHEN ((new.timezone <> old.timezone)) EXECUTE FUNCTION requeue_sales();
--> statement-breakpoint
CREATE TRIGGER inventory_items_add_change AFTER UPDATE ON inventory_items FOR EACH ROW WHEN (((new.quantity <> old.quantity) OR (new.average_cost <> old.average_cost))) EXECUTE FUNCTION add_stock_change();
--> statement-breakpoint
CREATE TRIGGER inventory_items_open_levels AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION open_stock_levels();
--> statement-breakpoint
CREATE TRIGGER inventory_items_reach_products AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION reach_stocked_products();
--> statement-breakpoint
CREATE TRIGGER inventory_items_reprice_level AFTER UPDATE ON inventory_items FOR EACH ROW WHEN (((new.average_cost <> old.average_cost) AND (old.quantity > 0))) EXECUTE FUNCTION reprice_level();
--> statement-breakpoint
CREATE TRIGGER inventory_items_updated_at BEFORE UPDATE ON inventory_items FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level AFTER UPDATE ON inventory_lots FOR EACH ROW WHEN (((new.quantity > 0) <> (old.quantity > 0))) EXECUTE FUNCTION expire_level_of_lot();
--> statement-breakpoint
CREATE TRIGGER inventory_lots_expire_level_opened AFTER INSERT ON inventory_lots FOR EACH ROW WHEN ((new.quantity > 0)) EXECUTE FUNCTION expire_level_of_lot();
--> statement-breakpoint
CREATE TRIGGER inventory_lots_reach AFTER INSERT ON inventory_lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_held_lots();
--> statement-breakpoint
CREATE TRIGGER inventory_movements_add_sale AFTER INSERT ON inventory_movements FOR EACH ROW WHEN (((new.reason_code = 'SALE'::text) AND (new.delta <> 0))) EXECUTE FUNCTION add_sale_change();
--> statement-breakpoint
CREATE TRIGGER inventory_movements_append_only BEFORE DELETE OR UPDATE ON inventory_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE ON ledger_seals FOR EACH ROW WHEN ((old.sealed_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lot_reach_reaches_batches AFTER INSERT ON lot_reach REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_batches_of_lots();
--> statement-breakpoint
CREATE TRIGGER lot_sources_reach AFTER INSERT ON lot_sources FOR EACH ROW EXECUTE FUNCTION reach_source_lot();
--> statement-breakpoint
CREATE TRIGGER lots_expire_levels AFTER UPDATE OF batch_id ON lots FOR EACH ROW WHEN ((new.batch_id <> old.batch_id)) EXECUTE FUNCTION expire_levels_of_lot();
--> statement-breakpoint
CREATE TRIGGER lots_reach AFTER INSERT OR UPDATE OF batch_id ON lots FOR EACH ROW EXECUTE FUNCTION reach_lot();
--> statement-breakpoint
CREATE TRIGGER order_allocations_reach AFTER UPDATE ON order_allocations REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION reach_shipped_lots();
--> statement-breakpoint
CREATE TRIGGER order_allocations_reach_inserted AFTER INSERT ON order_allocations FOR EACH ROW WHEN (((new.lot_id IS NOT NULL) AND (new.shipped_at IS NOT NULL))) EXECUTE FUNCTION reach_shipped_lot();
--> statement-breakpoint
CREATE TRIGGER order_items_add_sales AFTER INSERT ON order_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_sales();
--> statement-breakpoint
CREATE TRIGGER order_items_change_sales AFTER UPDATE ON order_items FOR EACH ROW WHEN ((((((new.order_id IS DISTINCT FROM old.order_id) OR (new.product_id IS DISTINCT FROM old.product_id)) OR (new.variant_id IS DISTINCT FROM old.variant_id)) OR (new.quantity IS DISTINCT FROM old.quantity)) OR (new.total_cents IS DISTINCT FROM old.total_cents))) EXECUTE FUNCTION change_sales();
--> statement-breakpoint
CREATE TRIGGER order_items_remove_sales AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION change_sales();
--> statement-breakpoint
CREATE TRIGGER orders_add_changes AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_order_changes();
--> statement-breakpoint
CREATE TRIGGER orders_move_changes AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION move_order_changes();
--> statement-breakpoint
CREATE TRIGGER orders_move_sales AFTER UPDATE ON orders FOR EACH ROW WHEN ((((((new.status = 'cancelled'::text) IS DISTINCT FROM (old.status = 'cancelled'::text)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR (new.wholesaler_id IS DISTINCT FROM old.wholesaler_id)) OR (new.retailer_id IS DISTINCT FROM old.retailer_id))) EXECUTE FUNCTION move_sales();
--> statement-breakpoint
CREATE TRIGGER orders_updated_at BEFORE UPDATE ON orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER product_coas_added AFTER INSERT ON product_coas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
--> statement-breakpoint
CREATE TRIGGER product_coas_append_only BEFORE DELETE OR UPDATE ON product_coas FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER product_variants_added AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
--> statement-breakpoint
CREATE TRIGGER product_variants_changed AFTER UPDATE ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
--> statement-breakpoint
CREATE TRIGGER product_variants_updated_at BEFORE UPDATE ON product_variants FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER products_recategorize_stock AFTER UPDATE ON products FOR EACH ROW WHEN ((new.category <> old.category)) EXECUTE FUNCTION recategorize_stock();
--> statement-breakpoint
CREATE TRIGGER products_updated_at BEFORE UPDATE ON products FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER recall_batch_owner BEFORE INSERT ON recall_batches FOR EACH ROW WHEN ((new.entity_id IS NULL)) EXECUTE FUNCTION recall_batch_owner();
--> statement-breakpoint
CREATE TRIGGER recalls_updated_at BEFORE UPDATE ON recalls FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER receipts_updated_at BEFORE UPDATE ON receipts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER retail_prices_changed AFTER INSERT OR DELETE OR UPDATE ON retail_prices FOR EACH ROW EXECUTE FUNCTION touch_priced_items();
--> statement-breakpoint
CREATE TRIGGER returns_updated_at BEFORE UPDATE ON returns FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER saved_views_updated_at BEFORE UPDATE ON saved_views FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE TRIGGER stock_levels_change_variants AFTER UPDATE ON stock_levels FOR EACH ROW WHEN (((new.band > 0) <> (old.band > 0))) EXECUTE FUNCTION add_variant_changes();
--> statement-breakpoint
CREATE TRIGGER stock_levels_close_variants AFTER DELETE ON stock_levels FOR EACH ROW WHEN ((old.band > 0)) EXECUTE FUNCTION add_variant_changes();
--> statement-breakpoint
CREATE TRIGGER stock_levels_open_variants AFTER INSERT ON stock_levels FOR EACH ROW WHEN ((new.band > 0)) EXECUTE FUNCTION add_variant_changes();
--> statement-breakpoint
CREATE TRIGGER vehicles_updated_at BEFORE UPDATE ON vehicles FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_entity_id_user_id_users_entity_id_id_fk FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY batch_holds
    ADD CONSTRAINT batch_holds_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
--> statement-breakpoint
ALTER TABLE ONLY batch_holds
    ADD CONSTRAINT batch_holds_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY batch_notes
    ADD CONSTRAINT batch_notes_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY batch_notes
    ADD CONSTRAINT batch_notes_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY batch_notices
    ADD CONSTRAINT batch_notices_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY batch_notices
    ADD CONSTRAINT batch_notices_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY batch_reach
    ADD CONSTRAINT batch_reach_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY batches
    ADD CONSTRAINT batches_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY batches
    ADD CONSTRAINT batches_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
--> statement-breakpoint
ALTER TABLE ONLY batches
    ADD CONSTRAINT batches_recall FOREIGN KEY (recall_id) REFERENCES recalls(id);
--> statement-breakpoint
ALTER TABLE ONLY carts
    ADD CONSTRAINT carts_supplier_id_entities_id_fk FOREIGN KEY (supplier_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY carts
    ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY connections
    ADD CONSTRAINT connections_requester_id_entities_id_fk FOREIGN KEY (requester_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY connections
    ADD CONSTRAINT connections_target_id_entities_id_fk FOREIGN KEY (target_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY drivers
    ADD CONSTRAINT drivers_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY import_lines
    ADD CONSTRAINT import_lines_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY import_mappings
    ADD CONSTRAINT import_mappings_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_product_id_product_name_products_id_name_fk FOREIGN KEY (product_id, product_name) REFERENCES products(id, name) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_product_id_variant_id_product_variants_product_ FOREIGN KEY (product_id, variant_id) REFERENCES product_variants(product_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_items
    ADD CONSTRAINT inventory_items_variant_id_sku_product_variants_id_sku_fk FOREIGN KEY (variant_id, sku) REFERENCES product_variants(id, sku) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY inventory_lots
    ADD CONSTRAINT inventory_lots_entity_id_inventory_item_id_inventory_items_enti FOREIGN KEY (entity_id, inventory_item_id) REFERENCES inventory_items(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_lots
    ADD CONSTRAINT inventory_lots_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_movements
    ADD CONSTRAINT inventory_movements_entity_id_item_id_inventory_items_entity_id FOREIGN KEY (entity_id, item_id) REFERENCES inventory_items(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_movements
    ADD CONSTRAINT inventory_movements_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY inventory_transfers
    ADD CONSTRAINT inventory_transfers_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY known_devices
    ADD CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY locations
    ADD CONSTRAINT locations_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY lot_reach
    ADD CONSTRAINT lot_reach_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY lot_sources
    ADD CONSTRAINT lot_sources_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY lot_sources
    ADD CONSTRAINT lot_sources_source_lot_id_lots_id_fk FOREIGN KEY (source_lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY lots
    ADD CONSTRAINT lots_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
--> statement-breakpoint
ALTER TABLE ONLY member_locations
    ADD CONSTRAINT member_locations_entity_id_location_id_locations_entity_id_id_f FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY member_locations
    ADD CONSTRAINT member_locations_user FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY merged_batches
    ADD CONSTRAINT merged_batches_into_id_batches_id_fk FOREIGN KEY (into_id) REFERENCES batches(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY mfa_challenges
    ADD CONSTRAINT mfa_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY notification_preferences
    ADD CONSTRAINT notification_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_entity_id_user_id_users_entity_id_id_fk FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY order_allocations
    ADD CONSTRAINT order_allocations_inventory_item_id_inventory_items_id_fk FOREIGN KEY (inventory_item_id) REFERENCES inventory_items(id);
--> statement-breakpoint
ALTER TABLE ONLY order_allocations
    ADD CONSTRAINT order_allocations_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY order_allocations
    ADD CONSTRAINT order_allocations_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_allocations
    ADD CONSTRAINT order_allocations_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
--> statement-breakpoint
ALTER TABLE ONLY order_comments
    ADD CONSTRAINT order_comments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_history
    ADD CONSTRAINT order_history_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
--> statement-breakpoint
ALTER TABLE ONLY order_items
    ADD CONSTRAINT order_items_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_retailer_id_entities_id_fk FOREIGN KEY (retailer_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_retailer_id_receiving_location_id_locations_entity_id_id FOREIGN KEY (retailer_id, receiving_location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_wholesaler_id_driver_id_drivers_entity_id_id_fk FOREIGN KEY (wholesaler_id, driver_id) REFERENCES drivers(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_wholesaler_id_entities_id_fk FOREIGN KEY (wholesaler_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_wholesaler_id_vehicle_id_vehicles_entity_id_id_fk FOREIGN KEY (wholesaler_id, vehicle_id) REFERENCES vehicles(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY password_resets
    ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY pos_connections
    ADD CONSTRAINT pos_connections_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY pos_listings
    ADD CONSTRAINT pos_listings_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY pos_listings
    ADD CONSTRAINT pos_listings_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
--> statement-breakpoint
ALTER TABLE ONLY pos_mappings
    ADD CONSTRAINT pos_mappings_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY pos_mappings
    ADD CONSTRAINT pos_mappings_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
--> statement-breakpoint
ALTER TABLE ONLY pos_packages
    ADD CONSTRAINT pos_packages_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY pos_packages
    ADD CONSTRAINT pos_packages_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
--> statement-breakpoint
ALTER TABLE ONLY pos_packages
    ADD CONSTRAINT pos_packages_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY pos_unmatched
    ADD CONSTRAINT pos_unmatched_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY product_coas
    ADD CONSTRAINT product_coas_batch FOREIGN KEY (batch) REFERENCES batches(id);
--> statement-breakpoint
ALTER TABLE ONLY product_coas
    ADD CONSTRAINT product_coas_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY product_images
    ADD CONSTRAINT product_images_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY product_variants
    ADD CONSTRAINT product_variants_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_batches
    ADD CONSTRAINT recall_batches_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_batches
    ADD CONSTRAINT recall_batches_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_batches
    ADD CONSTRAINT recall_batches_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_mails
    ADD CONSTRAINT recall_mails_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_responses
    ADD CONSTRAINT recall_responses_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_responses
    ADD CONSTRAINT recall_responses_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
--> statement-breakpoint
ALTER TABLE ONLY recall_responses
    ADD CONSTRAINT recall_responses_supplier_id_entities_id_fk FOREIGN KEY (supplier_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY recalls
    ADD CONSTRAINT recalls_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
--> statement-breakpoint
ALTER TABLE ONLY recalls
    ADD CONSTRAINT recalls_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_inventory_item_id_inventory_items_id_fk FOREIGN KEY (inventory_item_id) REFERENCES inventory_items(id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
--> statement-breakpoint
ALTER TABLE ONLY receipt_lines
    ADD CONSTRAINT receipt_lines_receipt_id_receipts_id_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id);
--> statement-breakpoint
ALTER TABLE ONLY receipts
    ADD CONSTRAINT receipts_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY receipts
    ADD CONSTRAINT receipts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_prices
    ADD CONSTRAINT retail_prices_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_prices
    ADD CONSTRAINT retail_prices_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
--> statement-breakpoint
ALTER TABLE ONLY return_lines
    ADD CONSTRAINT return_lines_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
--> statement-breakpoint
ALTER TABLE ONLY return_lines
    ADD CONSTRAINT return_lines_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
--> statement-breakpoint
ALTER TABLE ONLY return_lines
    ADD CONSTRAINT return_lines_return_id_returns_id_fk FOREIGN KEY (return_id) REFERENCES returns(id);
--> statement-breakpoint
ALTER TABLE ONLY returns
    ADD CONSTRAINT returns_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY returns
    ADD CONSTRAINT returns_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY returns
    ADD CONSTRAINT returns_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY returns
    ADD CONSTRAINT returns_receipt_id_receipts_id_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id);
--> statement-breakpoint
ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY stock_count_lines
    ADD CONSTRAINT stock_count_lines_count_id_stock_counts_id_fk FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY stock_count_lines
    ADD CONSTRAINT stock_count_lines_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
--> statement-breakpoint
ALTER TABLE ONLY stock_counts
    ADD CONSTRAINT stock_counts_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY stock_counts
    ADD CONSTRAINT stock_counts_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_product_id_category_products_id_category_fk FOREIGN KEY (product_id, category) REFERENCES products(id, category) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_product_id_product_name_products_id_name_fk FOREIGN KEY (product_id, product_name) REFERENCES products(id, name) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY stock_levels
    ADD CONSTRAINT stock_levels_variant_id_sku_product_variants_id_sku_fk FOREIGN KEY (variant_id, sku) REFERENCES product_variants(id, sku) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY sync_runs
    ADD CONSTRAINT sync_runs_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY sync_runs
    ADD CONSTRAINT sync_runs_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY vehicles
    ADD CONSTRAINT vehicles_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_delivery_id_webhook_deliveries_id_fk FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
SET LOCAL check_function_bodies = true;
--> statement-breakpoint
INSERT INTO "schema_generation" ("generation") VALUES (1);
