-- The schema of 0.2.0, which a database of that version has already.
-- schema generation: 31
SET LOCAL check_function_bodies = false;
--> statement-breakpoint
CREATE COLLATION names (provider = icu, deterministic = false, locale = 'und-u-ks-level2');
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION add_main_license() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO licenses (id, entity_id, number, state, type, activity, expires_on, verified_at, created_at)
  VALUES (gen_random_uuid(), NEW.id, NEW.license_number, postal_state(NEW.state), NEW.license_type, usual_activity(NEW.type),
    NEW.license_expiry, CASE WHEN NEW.license_verified THEN NEW.created_at END, NEW.created_at);
  RETURN NULL;
END $$;
CREATE FUNCTION add_order_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_changes (entity_id, side, placed_at, status, orders, units, cents)
  SELECT p.entity_id, p.side, quarter_hour(o.created_at), o.status, 1, o.units, o.total_cents
  FROM added o CROSS JOIN LATERAL (VALUES (o.wholesaler_id, 'selling'), (o.retailer_id, 'buying')) p (entity_id, side);
  RETURN NULL;
END $$;
CREATE FUNCTION add_sale_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, sold_units, sold_worth, moved_at, variant_id)
  SELECT i.entity_id, i.location_id, i.room_type, 0, 0, 0, -NEW.delta, -NEW.delta * i.average_cost * coalesce(v.step * 0.0001, 1),
    quarter_hour(NEW.created_at), i.variant_id
  FROM inventory_items i JOIN product_variants v ON v.id = i.variant_id WHERE i.id = NEW.item_id;
  RETURN NULL;
END $$;
CREATE FUNCTION add_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH sold AS (
    SELECT o.wholesaler_id, o.retailer_id, o.representative_id, o.created_at, x.product_id, x.variant_id, x.quantity, x.total_cents
    FROM added x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
  ), once AS (
    INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
    SELECT wholesaler_id, retailer_id, variant_id, coalesce(representative_id, '00000000-0000-0000-0000-000000000000'::uuid), created_at, quantity, total_cents FROM sold
  )
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, s.created_at, s.product_id, s.quantity, s.total_cents, s.variant_id, p.lines
  FROM sold s CROSS JOIN LATERAL (VALUES (s.wholesaler_id, 'selling', 0), (s.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
CREATE FUNCTION add_stock_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO stock_changes (entity_id, location_id, room_type, items, units, worth, variant_id)
  SELECT NEW.entity_id, NEW.location_id, NEW.room_type, 0, NEW.quantity - OLD.quantity,
    (NEW.quantity * NEW.average_cost - OLD.quantity * OLD.average_cost) * coalesce(v.step * 0.0001, 1), NEW.variant_id
  FROM product_variants v WHERE v.id = NEW.variant_id;
  RETURN NULL;
END $$;
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
CREATE FUNCTION age_moved_license() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.created_at := clock_timestamp();
  NEW.verified_at := NULL;
  RETURN NEW;
END $$;
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
    digest bytea DEFAULT '\x'::bytea NOT NULL,
    salt bytea
);
CREATE FUNCTION audit_digest(a audit_log) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(coalesce(a.salt, ''::bytea) || convert_to(jsonb_build_array(a.id, a.entity_id, a.actor_id, a.actor_name, a.action, a.object_type, a.object_id,
    a.location_ids, a.before, a.after, a.request_id, a.address, extract(epoch FROM a.created_at))::text, 'UTF8'))
$$;
CREATE FUNCTION batch_loose_key(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT array_to_string(public.batch_runs(typed), '')
$$;
CREATE FUNCTION batch_number_key(typed text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  SELECT coalesce(string_agg(
    CASE WHEN r ~ ('^[[:digit:]]' COLLATE "und-x-icu") AND before ~ ('[[:digit:]]$' COLLATE "und-x-icu") THEN '-' ELSE '' END || r, '' ORDER BY n), '')
  FROM (SELECT r, n, lag(r) OVER (ORDER BY n) AS before FROM unnest(public.batch_runs(typed)) WITH ORDINALITY AS u (r, n)) x
$_$;
CREATE FUNCTION batch_runs(typed text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT coalesce(array_agg(r[1] ORDER BY n), '{}') FROM regexp_matches(
    lower(upper(normalize(typed, NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu") COLLATE "und-x-icu", '([[:alnum:]]+)', 'g') WITH ORDINALITY AS m (r, n)
$$;
CREATE FUNCTION change_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH changed AS (
    SELECT o.wholesaler_id, o.retailer_id, o.representative_id, o.created_at, x.*
    FROM (
      SELECT OLD.order_id AS order_id, OLD.product_id AS product_id, OLD.variant_id AS variant_id, -OLD.quantity AS units,
        -OLD.total_cents AS cents, -1 AS lines
      UNION ALL
      SELECT NEW.order_id, NEW.product_id, NEW.variant_id, NEW.quantity, NEW.total_cents, 1 WHERE TG_OP = 'UPDATE'
    ) x JOIN orders o ON o.id = x.order_id AND o.status <> 'cancelled'
  ), once AS (
    INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
    SELECT wholesaler_id, retailer_id, variant_id, coalesce(representative_id, '00000000-0000-0000-0000-000000000000'::uuid), created_at, sum(units), sum(cents)
    FROM changed GROUP BY order_id, 1, 2, 3, 4, 5
  )
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, c.created_at, c.product_id, c.units, c.cents, c.variant_id, c.lines * p.lines
  FROM changed c CROSS JOIN LATERAL (VALUES (c.wholesaler_id, 'selling', 0), (c.retailer_id, 'buying', 1)) p (entity_id, side, lines);
  RETURN NULL;
END $$;
CREATE FUNCTION change_time() RETURNS timestamp with time zone
    LANGUAGE sql
    AS $$ SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END $$;
CREATE FUNCTION digest_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.digest := audit_digest(NEW);
  RETURN NEW;
END $$;
CREATE FUNCTION erase_values(source jsonb, erased text[], keys text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  IF jsonb_typeof(source) = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(e.key, CASE
        WHEN jsonb_typeof(e.value) IN ('object', 'array') THEN erase_values(e.value, erased, keys)
        WHEN e.key = ANY(keys) AND e.value #>> '{}' = ANY(erased) THEN '"Erased"'
        ELSE e.value END), '{}') FROM jsonb_each(source) e);
  ELSIF jsonb_typeof(source) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(erase_values(e.value, erased, keys) ORDER BY e.n), '[]')
      FROM jsonb_array_elements(source) WITH ORDINALITY e(value, n));
  END IF;
  RETURN source;
END $$;
CREATE FUNCTION erase_words(source text, erased text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
DECLARE
  result text := source;
  value text;
BEGIN
  FOR value IN SELECT v FROM unnest(erased) v WHERE v <> '' AND strpos(source, v) > 0 ORDER BY length(v) DESC LOOP
    result := regexp_replace(result, '(?<![[:alnum:]])' || regexp_replace(value, '([][*+?^$(){}|.\\])', '\\\1', 'g')
      || '(?![[:alnum:]])', 'Erased', 'g');
  END LOOP;
  RETURN result;
END $_$;
CREATE FUNCTION expire_level_of_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY[NEW.inventory_item_id]);
  RETURN NULL;
END $$;
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
CREATE FUNCTION expire_levels_of_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(
    SELECT x.inventory_item_id FROM lots l JOIN inventory_lots x ON x.lot_id = l.id AND x.quantity > 0
    WHERE l.batch_id = NEW.id));
  RETURN NULL;
END $$;
CREATE FUNCTION expire_levels_of_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM expire_levels_of(ARRAY(SELECT inventory_item_id FROM inventory_lots WHERE lot_id = NEW.id AND quantity > 0));
  RETURN NULL;
END $$;
CREATE FUNCTION keep_shown_licenses() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT entity_id FROM now_is) c;
    WHEN 'DELETE' THEN PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT entity_id FROM was) c;
    ELSE PERFORM show_licenses(c.entity_id) FROM (SELECT entity_id FROM was UNION SELECT entity_id FROM now_is) c;
  END CASE;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_updated_at() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.updated_at := change_time();
  RETURN NEW;
END $$;
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
CREATE FUNCTION ledger_digest(m inventory_movements, salt bytea) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  SELECT sha256(salt || convert_to(jsonb_build_array(m.id, m.entity_id, m.item_id, m.reason_code, m.delta, m.reserved_delta,
    m.quantity_after, m.reserved_after, m.notes, m.actor_id, m.actor_name, m.source_type, m.source_id, m.request_id, m.lot_id,
    m.lot_basis, m.position, extract(epoch FROM m.created_at))::text, 'UTF8'))
$$;
CREATE FUNCTION license_form(number text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT regexp_replace(upper(normalize(number, NFKC)), '[^[:alnum:]]', '', 'g')
$$;
CREATE FUNCTION license_is_known(entity uuid, number text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $_$
  SELECT EXISTS (SELECT FROM licenses x WHERE x.entity_id = entity AND license_form(x.number) = license_form($2) AND x.verified_at IS NOT NULL)
    OR (SELECT e.signed_up_at IS NULL AND e.managed_by IS NULL FROM entities e WHERE e.id = entity) AND NOT EXISTS (
      SELECT FROM licenses x JOIN entities o ON o.id = x.entity_id
      WHERE license_form(x.number) = license_form($2) AND x.entity_id <> entity AND o.deleted_at IS NULL AND o.managed_by IS NULL)
$_$;
CREATE FUNCTION lock_adopted_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Waits for those who add a lot, whose foreign key locks the batch.
  PERFORM FROM batches WHERE id = OLD.id FOR UPDATE;
  RETURN NEW;
END $$;
CREATE FUNCTION postal_state(written text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT coalesce('{"ALABAMA": "AL", "ALASKA": "AK", "AMERICAN SAMOA": "AS", "ARIZONA": "AZ", "ARKANSAS": "AR", "CALIFORNIA": "CA",
    "COLORADO": "CO", "CONNECTICUT": "CT", "DELAWARE": "DE", "DISTRICT OF COLUMBIA": "DC", "FLORIDA": "FL",
    "GEORGIA": "GA", "GUAM": "GU", "HAWAII": "HI", "IDAHO": "ID", "ILLINOIS": "IL", "INDIANA": "IN", "IOWA": "IA",
    "KANSAS": "KS", "KENTUCKY": "KY", "LOUISIANA": "LA", "MAINE": "ME", "MARYLAND": "MD", "MASSACHUSETTS": "MA",
    "MICHIGAN": "MI", "MINNESOTA": "MN", "MISSISSIPPI": "MS", "MISSOURI": "MO", "MONTANA": "MT", "NEBRASKA": "NE",
    "NEVADA": "NV", "NEW HAMPSHIRE": "NH", "NEW JERSEY": "NJ", "NEW MEXICO": "NM", "NEW YORK": "NY",
    "NORTH CAROLINA": "NC", "NORTH DAKOTA": "ND", "NORTHERN MARIANA ISLANDS": "MP", "OHIO": "OH", "OKLAHOMA": "OK",
    "OREGON": "OR", "PENNSYLVANIA": "PA", "PUERTO RICO": "PR", "RHODE ISLAND": "RI", "SOUTH CAROLINA": "SC",
    "SOUTH DAKOTA": "SD", "TENNESSEE": "TN", "TEXAS": "TX", "UTAH": "UT", "VERMONT": "VT", "VIRGIN ISLANDS": "VI",
    "VIRGINIA": "VA", "WASHINGTON": "WA", "WEST VIRGINIA": "WV", "WISCONSIN": "WI", "WYOMING": "WY"}'::jsonb ->> s.state, s.state)
  FROM (SELECT btrim(regexp_replace(replace(upper(written), '.', ''), '\s+', ' ', 'g')) AS state) s
$$;
CREATE TABLE licenses (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid,
    number text NOT NULL,
    state text NOT NULL,
    type text,
    activity text NOT NULL,
    use text DEFAULT 'both'::text NOT NULL,
    expires_on date,
    status text DEFAULT 'active'::text NOT NULL,
    verified_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT licenses_activity CHECK ((activity = ANY (ARRAY['retail'::text, 'distribution'::text, 'cultivation'::text, 'manufacturing'::text, 'microbusiness'::text, 'other'::text]))),
    CONSTRAINT licenses_state CHECK ((state = postal_state(state))),
    CONSTRAINT licenses_status CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'surrendered'::text]))),
    CONSTRAINT licenses_use CHECK ((use = ANY (ARRAY['adult'::text, 'medical'::text, 'both'::text])))
);
CREATE FUNCTION main_license(entity uuid) RETURNS SETOF licenses
    LANGUAGE sql STABLE
    AS $$
  SELECT x.* FROM licenses x WHERE x.entity_id = entity ORDER BY x.location_id IS NOT NULL, x.created_at, x.id LIMIT 1
$$;
CREATE FUNCTION move_order_changes() RETURNS trigger
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
CREATE FUNCTION move_order_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM order_days WHERE entity_id = NEW.id;
  INSERT INTO order_days (entity_id, day, status, side, orders, units, cents)
  SELECT NEW.id, (placed_at AT TIME ZONE NEW.timezone)::date, status, side, sum(orders), sum(units), sum(cents)
  FROM order_totals WHERE entity_id = NEW.id GROUP BY 2, 3, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION move_premises_licenses() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE licenses x SET state = n.postal_state
  FROM (SELECT id, postal_state FROM was EXCEPT SELECT id, postal_state FROM now_is) o JOIN now_is n ON n.id = o.id
  WHERE x.location_id = n.id AND x.state = o.postal_state;
  PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT m.entity_id FROM (
    SELECT id, entity_id, postal_state FROM now_is EXCEPT SELECT id, entity_id, postal_state FROM was) m) c;
  RETURN NULL;
END $$;
CREATE FUNCTION move_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO variant_sale_changes (seller_id, buyer_id, variant_id, representative_id, placed_at, units, cents)
  SELECT p.seller_id, p.buyer_id, x.variant_id, coalesce(p.representative_id, '00000000-0000-0000-0000-000000000000'::uuid), p.placed_at, p.sign * x.quantity, p.sign * x.total_cents
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, OLD.retailer_id, OLD.representative_id, OLD.created_at, OLD.status, -1),
    (NEW.wholesaler_id, NEW.retailer_id, NEW.representative_id, NEW.created_at, NEW.status, 1)
  ) p (seller_id, buyer_id, representative_id, placed_at, status, sign)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  INSERT INTO sales_changes (entity_id, side, placed_at, product_id, units, cents, variant_id, lines)
  SELECT p.entity_id, p.side, p.placed_at, x.product_id, p.sign * x.quantity, p.sign * x.total_cents, x.variant_id, p.sign * p.lines
  FROM order_items x CROSS JOIN (VALUES
    (OLD.wholesaler_id, 'selling', OLD.created_at, OLD.status, -1, 0), (OLD.retailer_id, 'buying', OLD.created_at, OLD.status, -1, 1),
    (NEW.wholesaler_id, 'selling', NEW.created_at, NEW.status, 1, 0), (NEW.retailer_id, 'buying', NEW.created_at, NEW.status, 1, 1)
  ) p (entity_id, side, placed_at, status, sign, lines)
  WHERE x.order_id = NEW.id AND p.status <> 'cancelled';
  RETURN NULL;
END $$;
CREATE FUNCTION open_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO accounts (seller_id, buyer_id, status, name, license_number)
  SELECT s.id, b.id, CASE WHEN b.managed_by IS NULL THEN 'claimed' ELSE 'unclaimed' END, b.name, b.license_number
  FROM entities s, entities b
  WHERE s.id IN (NEW.requester_id, NEW.target_id) AND b.id IN (NEW.requester_id, NEW.target_id) AND b.id <> s.id
    AND s.type IN ('wholesaler', 'cultivator') AND s.managed_by IS NULL AND b.type IN ('retailer', 'wholesaler')
  ORDER BY s.id
  ON CONFLICT (seller_id, buyer_id) DO UPDATE
    SET name = excluded.name, license_number = excluded.license_number, updated_at = change_time();
  RETURN NULL;
END $$;
CREATE FUNCTION open_stock_levels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Empty rows, which is how stock is opened, must not lock a level that exists: locks go from items to levels.
  WITH packages AS MATERIALIZED (
    -- The key is locked so that a weight that changes meanwhile waits, or is read.
    SELECT v.id, package_weight(v.weight, v.weight_unit) AS mg FROM product_variants v
    WHERE v.id IN (SELECT o.variant_id FROM opened o WHERE NOT EXISTS (
      SELECT FROM stock_levels l WHERE l.location_id = o.location_id AND l.variant_id = o.variant_id))
    ORDER BY v.id FOR KEY SHARE
  ), added AS (
    INSERT INTO stock_levels (entity_id, location_id, variant_id, product_id, product_name, category, sku, package_mg)
    SELECT DISTINCT o.entity_id, o.location_id, o.variant_id, o.product_id, o.product_name, p.category, o.sku, k.mg
    FROM opened o JOIN products p ON p.id = o.product_id JOIN packages k ON k.id = o.variant_id ORDER BY o.location_id, o.variant_id
    ON CONFLICT (location_id, variant_id) DO NOTHING
    RETURNING entity_id, location_id, category
  )
  INSERT INTO stock_changes (entity_id, location_id, room_type, category, variant_id, items, units, worth)
  SELECT entity_id, location_id, 'any', category, NULL::uuid, count(*), 0, 0 FROM added GROUP BY 1, 2, 4
  UNION ALL
  -- Rows without units count together.
  SELECT o.entity_id, o.location_id, o.room_type, p.category, CASE WHEN o.quantity > 0 THEN o.variant_id END, count(*), sum(o.quantity),
    sum(o.quantity * o.average_cost * coalesce(v.step * 0.0001, 1))
  FROM opened o JOIN products p ON p.id = o.product_id JOIN product_variants v ON v.id = o.variant_id GROUP BY 1, 2, 3, 4, 5;
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
CREATE FUNCTION order_rank(status text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT array_position(ARRAY['pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled'], status)
$$;
CREATE FUNCTION package_weight(weight numeric, unit text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT coalesce(round(weight * CASE unit WHEN 'mg' THEN 1 WHEN 'g' THEN 1000 WHEN 'kg' THEN 1000000 WHEN 'oz' THEN 28349.523125
    WHEN 'lb' THEN 453592.37 WHEN 'ml' THEN 1000 WHEN 'l' THEN 1000000 WHEN 'each' THEN 1000 END)::bigint, 999999999999999999)
$$;
CREATE FUNCTION price_at(variant uuid, steps integer, wholesale bigint, list uuid, list_bps integer, offer_ids uuid[]) RETURNS TABLE(cents bigint, source text)
    LANGUAGE sql STABLE
    AS $$
  SELECT CASE WHEN o.cents < l.cents THEN o.cents ELSE l.cents END, CASE WHEN o.cents < l.cents THEN 'offer' ELSE l.source END
  FROM (
    SELECT coalesce(r.cents, CASE WHEN list_bps > 0 THEN (wholesale * (10000 - list_bps) * 2 + 10000) / 20000 END, wholesale) AS cents,
      CASE WHEN r.cents IS NULL AND coalesce(list_bps, 0) = 0 THEN 'wholesale' ELSE 'list' END AS source
    FROM (SELECT (
      SELECT p.price_cents FROM price_rules p WHERE p.list_id = list AND p.variant_id = variant AND p.min_steps <= steps
      ORDER BY p.min_steps DESC LIMIT 1) AS cents OFFSET 0) r
    OFFSET 0
  ) l CROSS JOIN (
    SELECT min((
      SELECT b.price_cents FROM offer_breaks b WHERE b.offer_id = f.id AND b.variant_id = variant AND b.min_steps <= steps
      ORDER BY b.min_steps DESC LIMIT 1)) AS cents
    FROM unnest(offer_ids) f (id)
  ) o
  OFFSET 0
$$;
CREATE FUNCTION quarter_hour(moment timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT date_bin('15 minutes', moment, '2000-01-01T00:00:00Z'::timestamptz)
$$;
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
CREATE FUNCTION reach_held_lots() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT DISTINCT n.entity_id, l.id, l.created_at FROM added n JOIN lots l ON l.id = n.lot_id ORDER BY n.entity_id, l.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
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
CREATE FUNCTION reach_shipped_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT o.retailer_id, l.id, l.created_at FROM orders o JOIN lots l ON l.id = NEW.lot_id WHERE o.id = NEW.order_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
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
CREATE FUNCTION reach_source_lot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT l.entity_id, s.id, s.created_at FROM lots l JOIN lots s ON s.id = NEW.source_lot_id WHERE l.id = NEW.lot_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
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
CREATE FUNCTION recall_batch_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT p.entity_id INTO NEW.entity_id FROM batches b JOIN products p ON p.id = b.product_id WHERE b.id = NEW.batch_id;
  RETURN NEW;
END $$;
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
CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('tallyleaf.erasing', true) = 'on' 
    AND to_jsonb(NEW) -> 'digest' IS NOT DISTINCT FROM to_jsonb(OLD) -> 'digest' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION reject_listed_sku() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(NEW.entity_id::text, 527));
  IF EXISTS (SELECT FROM listings g WHERE g.seller_id = NEW.entity_id AND g.sku = NEW.sku) THEN
    RAISE unique_violation USING CONSTRAINT = 'product_variants_sku', MESSAGE = 'a listing of the business has the SKU';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION reject_own_sku() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.seller_id::text, 527));
  IF EXISTS (SELECT FROM product_variants v WHERE v.entity_id = NEW.seller_id AND v.sku = NEW.sku AND v.deleted_at IS NULL) THEN
    RAISE unique_violation USING CONSTRAINT = 'listings_sku', MESSAGE = 'a variant of the business has the SKU';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION reprice_level() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- The ledger's statement adds units that come and go at the new average: this is what the ones before are worth more.
  UPDATE stock_levels SET worth = worth + OLD.quantity * (NEW.average_cost - OLD.average_cost)
  WHERE location_id = NEW.location_id AND variant_id = NEW.variant_id;
  RETURN NULL;
END $$;
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
    SELECT o.id, o.created_at, 'selling' AS side FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled'
    UNION ALL SELECT o.id, o.created_at, 'buying' FROM orders o WHERE o.retailer_id = NEW.id AND o.status <> 'cancelled'
  )
  INSERT INTO product_sales (entity_id, day, product_id, side, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, x.product_id, o.side, sum(x.quantity), sum(x.total_cents)
  FROM placed o JOIN order_items x ON x.order_id = o.id GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION requeue_variant_sales() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Days begin at another hour. A fold waits for this row, or this row for it.
  DELETE FROM purchase_years WHERE (buyer_id, seller_id) IN (
    SELECT DISTINCT buyer_id, seller_id FROM buyer_sales WHERE seller_id = NEW.id);
  DELETE FROM variant_sales WHERE seller_id = NEW.id;
  DELETE FROM buyer_sales WHERE seller_id = NEW.id;
  DELETE FROM sales_years WHERE seller_id = NEW.id;
  -- One statement, so that a line is in its orders or among the changes that stay.
  WITH gone AS (
    DELETE FROM variant_sale_changes WHERE seller_id = NEW.id
  )
  INSERT INTO variant_sales (seller_id, day, buyer_id, variant_id, representative_id, units, cents)
  SELECT NEW.id, (o.created_at AT TIME ZONE NEW.timezone)::date, o.retailer_id, x.variant_id,
    coalesce(o.representative_id, '00000000-0000-0000-0000-000000000000'::uuid), sum(x.quantity), sum(x.total_cents)
  FROM orders o JOIN order_items x ON x.order_id = o.id
  WHERE o.wholesaler_id = NEW.id AND o.status <> 'cancelled' GROUP BY 1, 2, 3, 4, 5;
  PERFORM sum_variant_sales(NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION search_fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "default"
  ELSE normalize(replace(replace(replace(translate(regexp_replace(
    normalize(lower(normalize(value, NFKC) COLLATE "und-x-icu") COLLATE "default", NFKD),
    '[\u0300-\u036f]', '', 'g'), 'øłđıðς', 'oldidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END
$$;
CREATE FUNCTION search_pattern(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT '%' || regexp_replace(search_fold(value), '([\\%_])', '\\\1', 'g') || '%'
$$;
CREATE FUNCTION show_licenses(entity uuid) RETURNS void
    LANGUAGE sql
    SET enable_nestloop TO 'off'
    SET jit TO 'off'
    AS $$
  UPDATE entities e SET license_number = m.number, license_type = m.type, license_expiry = m.expires_on,
    license_verified = m.verified_at IS NOT NULL
  FROM main_license(entity) m
  WHERE e.id = entity AND (e.license_number, e.license_type, e.license_expiry, e.license_verified)
    IS DISTINCT FROM (m.number, m.type, m.expires_on, m.verified_at IS NOT NULL);
  WITH all_of_it AS MATERIALIZED (
    SELECT x.location_id, x.state, x.number, x.created_at, x.id, CASE WHEN x.status = 'active'
      THEN coalesce(x.expires_on, (SELECT m.expires_on FROM main_license(entity) m), 'infinity') ELSE '-infinity' END AS until
    FROM licenses x WHERE x.entity_id = entity
  ), own AS MATERIALIZED (
    SELECT location_id, max(until) AS until, (array_agg(number ORDER BY created_at, id))[1] AS number
    FROM all_of_it WHERE location_id IS NOT NULL GROUP BY location_id
  ), in_state AS MATERIALIZED (
    SELECT state, max(until) AS until FROM all_of_it WHERE location_id IS NULL GROUP BY state
  ), shown AS MATERIALIZED (
    SELECT p.id, o.number, coalesce(o.until, s.until, (SELECT max(until) FROM in_state), '-infinity') AS until
    FROM locations p LEFT JOIN own o ON o.location_id = p.id LEFT JOIN in_state s ON s.state = p.postal_state
    WHERE p.entity_id = entity AND p.deleted_at IS NULL
  )
  UPDATE locations l SET license_number = s.number, licensed_until = s.until
  FROM shown s WHERE l.entity_id = entity AND l.id = s.id AND (l.license_number, l.licensed_until) IS DISTINCT FROM (s.number, s.until);
$$;
CREATE FUNCTION stock_band(units bigint) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT (CASE WHEN units < 1 THEN 0 ELSE floor(ln(units::float8) / ln(2::float8))::int + 1 END)::smallint
$$;
CREATE FUNCTION sum_variant_sales(seller uuid) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO buyer_sales (seller_id, day, buyer_id, representative_id, units, cents)
  SELECT seller, day, buyer_id, representative_id, exact_sum(units), exact_sum(cents) FROM variant_sales WHERE seller_id = seller GROUP BY 2, 3, 4;
  INSERT INTO sales_years (seller_id, subject, year, subject_id, representative_id,
    units_to_0110, units_to_0120, units_to_0131, units_to_0210, units_to_0220, units_to_0231, units_to_0310, units_to_0320, units_to_0331, units_to_0410,
    units_to_0420, units_to_0431, units_to_0510, units_to_0520, units_to_0531, units_to_0610, units_to_0620, units_to_0631, units_to_0710, units_to_0720,
    units_to_0731, units_to_0810, units_to_0820, units_to_0831, units_to_0910, units_to_0920, units_to_0931, units_to_1010, units_to_1020, units_to_1031,
    units_to_1110, units_to_1120, units_to_1131, units_to_1210, units_to_1220, units_to_1231, cents_to_0110, cents_to_0120, cents_to_0131, cents_to_0210,
    cents_to_0220, cents_to_0231, cents_to_0310, cents_to_0320, cents_to_0331, cents_to_0410, cents_to_0420, cents_to_0431, cents_to_0510, cents_to_0520,
    cents_to_0531, cents_to_0610, cents_to_0620, cents_to_0631, cents_to_0710, cents_to_0720, cents_to_0731, cents_to_0810, cents_to_0820, cents_to_0831,
    cents_to_0910, cents_to_0920, cents_to_0931, cents_to_1010, cents_to_1020, cents_to_1031, cents_to_1110, cents_to_1120, cents_to_1131, cents_to_1210,
    cents_to_1220, cents_to_1231)
  SELECT seller, 'buyer', year, s.buyer_id, s.representative_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 13), exact_sum(s.cents) FILTER (WHERE mark <= 14), exact_sum(s.cents) FILTER (WHERE mark <= 15), exact_sum(s.cents) FILTER (WHERE mark <= 16), exact_sum(s.cents) FILTER (WHERE mark <= 17), exact_sum(s.cents) FILTER (WHERE mark <= 18),
    exact_sum(s.cents) FILTER (WHERE mark <= 19), exact_sum(s.cents) FILTER (WHERE mark <= 20), exact_sum(s.cents) FILTER (WHERE mark <= 21), exact_sum(s.cents) FILTER (WHERE mark <= 22), exact_sum(s.cents) FILTER (WHERE mark <= 23), exact_sum(s.cents) FILTER (WHERE mark <= 24),
    exact_sum(s.cents) FILTER (WHERE mark <= 25), exact_sum(s.cents) FILTER (WHERE mark <= 26), exact_sum(s.cents) FILTER (WHERE mark <= 27), exact_sum(s.cents) FILTER (WHERE mark <= 28), exact_sum(s.cents) FILTER (WHERE mark <= 29), exact_sum(s.cents) FILTER (WHERE mark <= 30),
    exact_sum(s.cents) FILTER (WHERE mark <= 31), exact_sum(s.cents) FILTER (WHERE mark <= 32), exact_sum(s.cents) FILTER (WHERE mark <= 33), exact_sum(s.cents) FILTER (WHERE mark <= 34), exact_sum(s.cents) FILTER (WHERE mark <= 35), exact_sum(s.cents) FILTER (WHERE mark <= 36)
  FROM buyer_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 3, 4, 5
  UNION ALL
  SELECT seller, 'variant', year, s.variant_id, '00000000-0000-0000-0000-000000000000'::uuid,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.units) FILTER (WHERE mark <= 13), exact_sum(s.units) FILTER (WHERE mark <= 14), exact_sum(s.units) FILTER (WHERE mark <= 15), exact_sum(s.units) FILTER (WHERE mark <= 16), exact_sum(s.units) FILTER (WHERE mark <= 17), exact_sum(s.units) FILTER (WHERE mark <= 18),
    exact_sum(s.units) FILTER (WHERE mark <= 19), exact_sum(s.units) FILTER (WHERE mark <= 20), exact_sum(s.units) FILTER (WHERE mark <= 21), exact_sum(s.units) FILTER (WHERE mark <= 22), exact_sum(s.units) FILTER (WHERE mark <= 23), exact_sum(s.units) FILTER (WHERE mark <= 24),
    exact_sum(s.units) FILTER (WHERE mark <= 25), exact_sum(s.units) FILTER (WHERE mark <= 26), exact_sum(s.units) FILTER (WHERE mark <= 27), exact_sum(s.units) FILTER (WHERE mark <= 28), exact_sum(s.units) FILTER (WHERE mark <= 29), exact_sum(s.units) FILTER (WHERE mark <= 30),
    exact_sum(s.units) FILTER (WHERE mark <= 31), exact_sum(s.units) FILTER (WHERE mark <= 32), exact_sum(s.units) FILTER (WHERE mark <= 33), exact_sum(s.units) FILTER (WHERE mark <= 34), exact_sum(s.units) FILTER (WHERE mark <= 35), exact_sum(s.units) FILTER (WHERE mark <= 36),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 13), exact_sum(s.cents) FILTER (WHERE mark <= 14), exact_sum(s.cents) FILTER (WHERE mark <= 15), exact_sum(s.cents) FILTER (WHERE mark <= 16), exact_sum(s.cents) FILTER (WHERE mark <= 17), exact_sum(s.cents) FILTER (WHERE mark <= 18),
    exact_sum(s.cents) FILTER (WHERE mark <= 19), exact_sum(s.cents) FILTER (WHERE mark <= 20), exact_sum(s.cents) FILTER (WHERE mark <= 21), exact_sum(s.cents) FILTER (WHERE mark <= 22), exact_sum(s.cents) FILTER (WHERE mark <= 23), exact_sum(s.cents) FILTER (WHERE mark <= 24),
    exact_sum(s.cents) FILTER (WHERE mark <= 25), exact_sum(s.cents) FILTER (WHERE mark <= 26), exact_sum(s.cents) FILTER (WHERE mark <= 27), exact_sum(s.cents) FILTER (WHERE mark <= 28), exact_sum(s.cents) FILTER (WHERE mark <= 29), exact_sum(s.cents) FILTER (WHERE mark <= 30),
    exact_sum(s.cents) FILTER (WHERE mark <= 31), exact_sum(s.cents) FILTER (WHERE mark <= 32), exact_sum(s.cents) FILTER (WHERE mark <= 33), exact_sum(s.cents) FILTER (WHERE mark <= 34), exact_sum(s.cents) FILTER (WHERE mark <= 35), exact_sum(s.cents) FILTER (WHERE mark <= 36)
  FROM variant_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 3 * (date_part('month', s.day)::int - 1) + 1 + (date_part('day', s.day) > 10)::int + (date_part('day', s.day) > 20)::int AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 3, 4;
  INSERT INTO purchase_years (buyer_id, seller_id, year, variant_id,
    units_to_0131, units_to_0231, units_to_0331, units_to_0431, units_to_0531, units_to_0631, units_to_0731, units_to_0831, units_to_0931, units_to_1031,
    units_to_1131, units_to_1231, cents_to_0131, cents_to_0231, cents_to_0331, cents_to_0431, cents_to_0531, cents_to_0631, cents_to_0731, cents_to_0831,
    cents_to_0931, cents_to_1031, cents_to_1131, cents_to_1231)
  SELECT s.buyer_id, seller, year, s.variant_id,
    exact_sum(s.units) FILTER (WHERE mark <= 1), exact_sum(s.units) FILTER (WHERE mark <= 2), exact_sum(s.units) FILTER (WHERE mark <= 3), exact_sum(s.units) FILTER (WHERE mark <= 4), exact_sum(s.units) FILTER (WHERE mark <= 5), exact_sum(s.units) FILTER (WHERE mark <= 6),
    exact_sum(s.units) FILTER (WHERE mark <= 7), exact_sum(s.units) FILTER (WHERE mark <= 8), exact_sum(s.units) FILTER (WHERE mark <= 9), exact_sum(s.units) FILTER (WHERE mark <= 10), exact_sum(s.units) FILTER (WHERE mark <= 11), exact_sum(s.units) FILTER (WHERE mark <= 12),
    exact_sum(s.cents) FILTER (WHERE mark <= 1), exact_sum(s.cents) FILTER (WHERE mark <= 2), exact_sum(s.cents) FILTER (WHERE mark <= 3), exact_sum(s.cents) FILTER (WHERE mark <= 4), exact_sum(s.cents) FILTER (WHERE mark <= 5), exact_sum(s.cents) FILTER (WHERE mark <= 6),
    exact_sum(s.cents) FILTER (WHERE mark <= 7), exact_sum(s.cents) FILTER (WHERE mark <= 8), exact_sum(s.cents) FILTER (WHERE mark <= 9), exact_sum(s.cents) FILTER (WHERE mark <= 10), exact_sum(s.cents) FILTER (WHERE mark <= 11), exact_sum(s.cents) FILTER (WHERE mark <= 12)
  FROM variant_sales s CROSS JOIN LATERAL (SELECT date_part('year', s.day)::int AS year, 1 * (date_part('month', s.day)::int - 1) + 1 AS mark OFFSET 0) p
  WHERE s.seller_id = seller GROUP BY 1, 3, 4;
$$;
CREATE FUNCTION touch_accounts_of(buyer uuid) RETURNS void
    LANGUAGE sql
    AS $$
  UPDATE accounts a SET name = b.name, license_number = b.license_number, updated_at = change_time(),
    status = CASE WHEN b.managed_by IS NULL THEN 'claimed' ELSE 'unclaimed' END
  FROM entities b WHERE b.id = buyer AND a.buyer_id = b.id AND EXISTS (SELECT FROM connections c
    WHERE least(c.requester_id, c.target_id) = least(a.seller_id, b.id)
      AND greatest(c.requester_id, c.target_id) = greatest(a.seller_id, b.id) AND c.status = 'accepted')
$$;
CREATE FUNCTION touch_accounts_of_buyer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM touch_accounts_of(NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION touch_accounts_of_location() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM touch_accounts_of(c.entity_id) FROM (SELECT DISTINCT entity_id FROM now_is) c;
  ELSE PERFORM touch_accounts_of(c.entity_id) FROM (SELECT DISTINCT m.entity_id FROM (
    SELECT entity_id, to_jsonb(n) - 'licensed_until' FROM now_is n EXCEPT SELECT entity_id, to_jsonb(o) - 'licensed_until' FROM was o) m) c;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION touch_ended_accounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE accounts a SET updated_at = change_time() FROM ended c
  WHERE c.status = 'accepted' AND (a.seller_id, a.buyer_id) IN ((c.requester_id, c.target_id), (c.target_id, c.requester_id))
    AND EXISTS (SELECT FROM entities s WHERE s.id = a.seller_id AND s.deleted_at IS NULL);
  RETURN NULL;
END $$;
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
CREATE FUNCTION touch_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.id IN (SELECT c.product_id FROM changed c) ORDER BY p.id FOR NO KEY UPDATE;
  UPDATE products p SET updated_at = change_time() WHERE p.id IN (SELECT c.product_id FROM changed c);
  RETURN NULL;
END $$;
CREATE FUNCTION usual_activity(type text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE type WHEN 'retailer' THEN 'retail' WHEN 'wholesaler' THEN 'distribution' ELSE 'cultivation' END
$$;
CREATE FUNCTION weigh_stock_levels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Waits for levels that are opened by the weight before; later ones read the new weight.
  PERFORM FROM product_variants WHERE id = NEW.id FOR UPDATE;
  UPDATE stock_levels SET package_mg = package_weight(NEW.weight, NEW.weight_unit) WHERE variant_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION write_main_license() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE licenses x SET number = NEW.license_number, type = NEW.license_type, expires_on = NEW.license_expiry,
    verified_at = CASE WHEN NOT NEW.license_verified THEN NULL WHEN x.number = NEW.license_number THEN coalesce(x.verified_at, now())
      ELSE now() END
  FROM main_license(NEW.id) m
  WHERE x.id = m.id AND (m.number, m.type, m.expires_on, m.verified_at IS NOT NULL)
    IS DISTINCT FROM (NEW.license_number, NEW.license_type, NEW.license_expiry, NEW.license_verified);
  -- The same license, entered for premises, too.
  UPDATE licenses x SET expires_on = NEW.license_expiry
  WHERE x.entity_id = NEW.id AND x.expires_on = OLD.license_expiry AND x.expires_on IS DISTINCT FROM NEW.license_expiry
    AND license_form(OLD.license_number) = license_form(NEW.license_number)
    AND license_form(x.number) = license_form(NEW.license_number);
  UPDATE licenses x SET state = postal_state(NEW.state)
  WHERE x.entity_id = NEW.id AND x.location_id IS NULL AND x.state = postal_state(OLD.state) AND x.state <> postal_state(NEW.state);
  RETURN NULL;
END $$;
CREATE FUNCTION write_premises_license() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  oldest uuid := (SELECT x.id FROM licenses x WHERE x.location_id = NEW.id ORDER BY x.created_at, x.id LIMIT 1);
BEGIN
  IF NEW.license_number IS NULL THEN
    DELETE FROM licenses WHERE id = oldest;
  ELSIF oldest IS NOT NULL THEN
    UPDATE licenses SET number = NEW.license_number,
      verified_at = CASE WHEN license_is_known(NEW.entity_id, NEW.license_number) THEN now() END
    WHERE id = oldest AND number <> NEW.license_number;
  ELSE
    INSERT INTO licenses (id, entity_id, location_id, number, state, type, activity, verified_at)
    SELECT gen_random_uuid(), e.id, NEW.id, NEW.license_number, postal_state(NEW.state), e.license_type, usual_activity(e.type),
      CASE WHEN license_is_known(e.id, NEW.license_number) THEN now() END
    FROM entities e WHERE e.id = NEW.entity_id AND EXISTS (SELECT FROM licenses x WHERE x.entity_id = e.id);
  END IF;
  RETURN NULL;
END $$;
CREATE AGGREGATE exact_sum(bigint) (
    SFUNC = int8pl,
    STYPE = bigint,
    INITCOND = '0',
    COMBINEFUNC = int8pl,
    PARALLEL = safe
);
CREATE TABLE accounting_accounts (
    entity_id uuid NOT NULL,
    accounts jsonb NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL
);
CREATE TABLE accounting_exports (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    "only" text NOT NULL,
    rows integer NOT NULL,
    total_cents bigint NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT accounting_exports_format CHECK ((format = ANY (ARRAY['quickbooks'::text, 'iif'::text, 'neutral'::text]))),
    CONSTRAINT accounting_exports_kind CHECK ((kind = ANY (ARRAY['customers'::text, 'invoices'::text, 'payments'::text, 'journal'::text]))),
    CONSTRAINT accounting_exports_only CHECK (("only" = ANY (ARRAY['new'::text, 'all'::text])))
);
CREATE TABLE accounting_files (
    export_id uuid NOT NULL,
    n integer NOT NULL,
    name text NOT NULL,
    rows integer NOT NULL,
    contents bytea NOT NULL
);
CREATE TABLE accounting_rows (
    export_id uuid,
    entity_id uuid NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    document_id uuid NOT NULL,
    part text NOT NULL,
    CONSTRAINT accounting_rows_format CHECK ((format = ANY (ARRAY['quickbooks'::text, 'iif'::text, 'neutral'::text]))),
    CONSTRAINT accounting_rows_kind CHECK ((kind = ANY (ARRAY['customers'::text, 'invoices'::text, 'payments'::text, 'journal'::text]))),
    CONSTRAINT accounting_rows_part CHECK ((part = ANY (ARRAY['document'::text, 'void'::text])))
);
CREATE TABLE accounts (
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    status text NOT NULL,
    name text NOT NULL,
    license_number text NOT NULL,
    nickname text,
    internal_notes text,
    claimed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    seller_orders boolean DEFAULT true NOT NULL,
    representative_id uuid,
    contacts jsonb DEFAULT '[]'::jsonb NOT NULL,
    price_list_id uuid,
    minimum_order_cents bigint,
    exempt_tax_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    terms_days smallint,
    credit_limit_cents bigint,
    credit_check text,
    on_hold boolean DEFAULT false NOT NULL,
    CONSTRAINT accounts_credit_check CHECK ((credit_check = ANY (ARRAY['placing'::text, 'accepting'::text, 'shipping'::text]))),
    CONSTRAINT accounts_credit_limit CHECK (((credit_limit_cents >= 0) AND (credit_limit_cents <= '999999999999'::bigint))),
    CONSTRAINT accounts_minimum_order CHECK (((minimum_order_cents >= 0) AND (minimum_order_cents <= '999999999999'::bigint))),
    CONSTRAINT accounts_not_self CHECK ((seller_id <> buyer_id)),
    CONSTRAINT accounts_status CHECK ((status = ANY (ARRAY['unclaimed'::text, 'claimed'::text]))),
    CONSTRAINT accounts_terms_days CHECK (((terms_days >= 0) AND (terms_days <= 365)))
);
CREATE TABLE address_failures (
    address text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    failures integer NOT NULL
);
CREATE TABLE allocations (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    payment_id uuid,
    credit_note_id uuid,
    invoice_id uuid,
    refund_id uuid,
    amount_cents bigint NOT NULL,
    made_on date NOT NULL,
    reversed_on date,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    invoice_issued_on date,
    invoice_due_on date,
    source_on date NOT NULL,
    CONSTRAINT allocations_amount CHECK ((amount_cents > 0)),
    CONSTRAINT allocations_invoice_days CHECK ((num_nulls(invoice_issued_on, invoice_due_on) =
CASE
    WHEN (invoice_id IS NULL) THEN 2
    ELSE 0
END)),
    CONSTRAINT allocations_reversed CHECK ((reversed_on >= made_on)),
    CONSTRAINT allocations_source CHECK ((num_nonnulls(payment_id, credit_note_id) = 1)),
    CONSTRAINT allocations_target CHECK ((num_nonnulls(invoice_id, refund_id) = 1))
);
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
ALTER TABLE audit_log ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE audit_seals (
    through bigint NOT NULL,
    after bigint NOT NULL,
    noted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sealed_at timestamp(3) with time zone,
    rows bigint,
    digest bytea
);
CREATE TABLE audit_totals (
    entity_id uuid NOT NULL,
    rows bigint NOT NULL,
    action text NOT NULL
);
CREATE TABLE backorder_fills (
    backorder_id uuid NOT NULL,
    order_id uuid NOT NULL,
    quantity integer NOT NULL,
    CONSTRAINT backorder_fills_quantity CHECK ((quantity > 0))
);
CREATE TABLE backorders (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    product_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    product_name text NOT NULL,
    sku text NOT NULL,
    order_id uuid,
    receiving_location_id uuid NOT NULL,
    quantity integer NOT NULL,
    filled integer DEFAULT 0 NOT NULL,
    ladder jsonb NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    expires_on date NOT NULL,
    ready_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    break_steps integer,
    CONSTRAINT backorders_done CHECK (((status = 'filled'::text) = (filled = quantity))),
    CONSTRAINT backorders_filled CHECK (((filled >= 0) AND (filled <= quantity))),
    CONSTRAINT backorders_quantity CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT backorders_status CHECK ((status = ANY (ARRAY['open'::text, 'filled'::text, 'cancelled'::text]))),
    CONSTRAINT backorders_two_parties CHECK ((seller_id <> buyer_id))
);
CREATE TABLE backup_runs (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone NOT NULL,
    outcome text NOT NULL,
    bytes bigint,
    error text,
    CONSTRAINT backup_runs_kind CHECK ((kind = ANY (ARRAY['backup'::text, 'base'::text, 'verify'::text]))),
    CONSTRAINT backup_runs_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text])))
);
CREATE TABLE batch_holds (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    reason text NOT NULL,
    held_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE batch_notes (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    harvested_on date,
    packaged_on date,
    expires_on date,
    test_status text NOT NULL,
    CONSTRAINT batch_notes_test_status CHECK ((test_status = ANY (ARRAY['untested'::text, 'passed'::text, 'failed'::text, 'exempt'::text])))
);
CREATE TABLE batch_notices (
    batch_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    expires_on date NOT NULL,
    days integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT batch_notices_days CHECK ((days = ANY (ARRAY[30, 7, 0])))
);
CREATE TABLE batch_reach (
    entity_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    batch_number text NOT NULL,
    expires_on date,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time()
);
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
    number_key text GENERATED ALWAYS AS (batch_number_key(batch_id)) STORED NOT NULL,
    loose_key text GENERATED ALWAYS AS (batch_loose_key(batch_id)) STORED NOT NULL,
    duplicate_of uuid,
    CONSTRAINT batches_batch_id CHECK (((length(batch_id) >= 1) AND (length(batch_id) <= 100))),
    CONSTRAINT batches_hold CHECK (((held_at IS NOT NULL) OR ((hold_reason IS NULL) AND (recall_id IS NULL)))),
    CONSTRAINT batches_test_status CHECK ((test_status = ANY (ARRAY['untested'::text, 'passed'::text, 'failed'::text, 'exempt'::text])))
);
CREATE TABLE business_invitations (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    email text NOT NULL,
    invited_as text NOT NULL,
    customer_id uuid,
    status text DEFAULT 'sent'::text NOT NULL,
    mailed boolean NOT NULL,
    token_hash text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    responded_at timestamp(3) with time zone,
    CONSTRAINT business_invitations_as CHECK ((invited_as = ANY (ARRAY['customer'::text, 'supplier'::text]))),
    CONSTRAINT business_invitations_email CHECK ((email = lower(email))),
    CONSTRAINT business_invitations_status CHECK ((status = ANY (ARRAY['sent'::text, 'accepted'::text, 'revoked'::text])))
);
CREATE TABLE buyer_sales (
    seller_id uuid NOT NULL,
    day date NOT NULL,
    buyer_id uuid NOT NULL,
    representative_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
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
CREATE TABLE claimants (
    id uuid NOT NULL,
    email text NOT NULL,
    entity_id uuid,
    form jsonb,
    password_hash text,
    mode text,
    tier text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT claimants_business CHECK (((entity_id IS NULL) = ((form IS NOT NULL) AND (password_hash IS NOT NULL) AND (mode IS NOT NULL) AND (tier IS NOT NULL)))),
    CONSTRAINT claimants_mode CHECK ((mode = ANY (ARRAY['off'::text, 'review'::text, 'open'::text]))),
    CONSTRAINT claimants_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
CREATE TABLE claims (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    claimant_id uuid,
    email_matches boolean NOT NULL,
    license_matches boolean NOT NULL,
    type_matches boolean NOT NULL,
    status text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    offered_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT claims_status CHECK ((status = ANY (ARRAY['waiting'::text, 'offered'::text, 'merging'::text, 'confirmed'::text, 'rejected'::text, 'expired'::text])))
);
CREATE TABLE connections (
    id uuid NOT NULL,
    requester_id uuid NOT NULL,
    target_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    message text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    responded_at timestamp(3) with time zone,
    managed boolean DEFAULT false NOT NULL,
    CONSTRAINT connections_not_self CHECK ((requester_id <> target_id)),
    CONSTRAINT connections_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE TABLE counted_mails (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    share text DEFAULT 'notice'::text NOT NULL,
    cause_id uuid
);
CREATE TABLE credit_notes (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    number text NOT NULL,
    source text NOT NULL,
    reason text NOT NULL,
    issued_on date NOT NULL,
    subtotal_cents bigint NOT NULL,
    discount_cents bigint NOT NULL,
    tax_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    allocated_cents bigint DEFAULT 0 NOT NULL,
    remaining jsonb NOT NULL,
    document jsonb NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT credit_notes_allocated CHECK (((allocated_cents >= 0) AND (allocated_cents <= total_cents))),
    CONSTRAINT credit_notes_money CHECK (((total_cents = ((subtotal_cents - discount_cents) + tax_cents)) AND ((total_cents >= 1) AND (total_cents <= '999999999999'::bigint)))),
    CONSTRAINT credit_notes_source CHECK ((source = ANY (ARRAY['seller'::text, 'receipt'::text])))
);
CREATE TABLE document_counters (
    seller_id uuid NOT NULL,
    kind text NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT document_counters_kind CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit'::text])))
);
CREATE TABLE drafts (
    id uuid NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    by_seller boolean NOT NULL,
    lines jsonb NOT NULL,
    subtotal_cents bigint NOT NULL,
    delivery_date date,
    delivery_window text,
    notes text,
    po_number text,
    receiving_location_id uuid,
    shortage text DEFAULT 'reject'::text NOT NULL,
    accept boolean DEFAULT true NOT NULL,
    valid_until date,
    expires_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    order_id uuid,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT drafts_lines CHECK (((jsonb_array_length(lines) >= 1) AND (jsonb_array_length(lines) <= 200))),
    CONSTRAINT drafts_ordered CHECK (((order_id IS NOT NULL) = (status = ANY (ARRAY['ordered'::text, 'accepted'::text])))),
    CONSTRAINT drafts_sent CHECK (((expires_at IS NULL) = (status = ANY (ARRAY['draft'::text, 'ordered'::text])))),
    CONSTRAINT drafts_shortage CHECK ((shortage = ANY (ARRAY['reject'::text, 'partial'::text, 'backorder'::text]))),
    CONSTRAINT drafts_status CHECK ((status = ANY (ARRAY['draft'::text, 'ordered'::text, 'sent'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))),
    CONSTRAINT drafts_subtotal CHECK (((subtotal_cents >= 0) AND (subtotal_cents <= '999999999999'::bigint)))
);
CREATE TABLE drawn_documents (
    entity_id uuid NOT NULL,
    version text NOT NULL,
    contents bytea NOT NULL,
    size integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY drawn_documents ALTER COLUMN contents SET STORAGE EXTERNAL;
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
CREATE TABLE email_failures (
    email text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    failures integer NOT NULL,
    next_check_at timestamp(3) with time zone NOT NULL
);
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
    contact_email text,
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
    under_review boolean DEFAULT false NOT NULL,
    signed_up_at timestamp(3) with time zone,
    managed_by uuid,
    same_state_only boolean DEFAULT true NOT NULL,
    backorder_days integer DEFAULT 30 NOT NULL,
    suspended_at timestamp(3) with time zone,
    suspension_reason text,
    mfa_required_since timestamp(3) with time zone,
    mfa_grace_days integer DEFAULT 7 NOT NULL,
    session_days integer DEFAULT 30 NOT NULL,
    session_idle_hours integer DEFAULT 336 NOT NULL,
    minimum_order_cents bigint,
    max_manual_discount_bps integer DEFAULT 10000 NOT NULL,
    weight_tolerance_bps integer DEFAULT 0 NOT NULL,
    default_terms_days smallint DEFAULT 0 NOT NULL,
    credit_check text DEFAULT 'placing'::text NOT NULL,
    block_overdue_days smallint,
    invoice_at text DEFAULT 'shipped'::text NOT NULL,
    dunning boolean DEFAULT false NOT NULL,
    remittance_text text,
    CONSTRAINT entities_backorder_days CHECK (((backorder_days >= 1) AND (backorder_days <= 365))),
    CONSTRAINT entities_block_overdue CHECK (((block_overdue_days >= 0) AND (block_overdue_days <= 365))),
    CONSTRAINT entities_contact CHECK (((contact_email IS NOT NULL) OR (managed_by IS NOT NULL))),
    CONSTRAINT entities_credit_check CHECK ((credit_check = ANY (ARRAY['placing'::text, 'accepting'::text, 'shipping'::text]))),
    CONSTRAINT entities_invoice_at CHECK ((invoice_at = ANY (ARRAY['shipped'::text, 'delivered'::text]))),
    CONSTRAINT entities_manual_discount CHECK (((max_manual_discount_bps >= 0) AND (max_manual_discount_bps <= 10000))),
    CONSTRAINT entities_max_pending CHECK (((max_pending_orders >= 1) AND (max_pending_orders <= 10000))),
    CONSTRAINT entities_max_reserved CHECK (((max_reserved_percent >= 1) AND (max_reserved_percent <= 100))),
    CONSTRAINT entities_minimum_order CHECK (((minimum_order_cents >= 0) AND (minimum_order_cents <= '999999999999'::bigint))),
    CONSTRAINT entities_tax_rate CHECK (((tax_rate_bps >= 0) AND (tax_rate_bps <= 10000))),
    CONSTRAINT entities_terms_days CHECK (((default_terms_days >= 0) AND (default_terms_days <= 365))),
    CONSTRAINT entities_threshold CHECK (((low_stock_threshold >= 0) AND (low_stock_threshold <= 1000000))),
    CONSTRAINT entities_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
    CONSTRAINT entities_type CHECK ((type = ANY (ARRAY['retailer'::text, 'wholesaler'::text, 'cultivator'::text]))),
    CONSTRAINT entities_weight_tolerance CHECK (((weight_tolerance_bps >= 0) AND (weight_tolerance_bps <= 1000)))
);
CREATE TABLE entity_aliases (
    alias_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    survivor_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE entity_exports (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'running'::text NOT NULL,
    storage_key text,
    size bigint,
    sha256 text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT entity_exports_status CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE entity_logos (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    contents bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT entity_logos_size CHECK (((length(contents) >= 1) AND (length(contents) <= 65536)))
);
CREATE TABLE erasures (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    requested_by uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    erased_at timestamp(3) with time zone,
    CONSTRAINT erasures_kind CHECK ((kind = ANY (ARRAY['user'::text, 'entity'::text])))
);
CREATE TABLE event_sequences (
    entity_id uuid NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE events (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    type text NOT NULL,
    location_ids uuid[],
    sequence bigint,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    traceparent text
);
CREATE TABLE external_ids (
    entity_id uuid NOT NULL,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    system text NOT NULL,
    value text NOT NULL,
    CONSTRAINT external_ids_type CHECK ((object_type = ANY (ARRAY['customer'::text, 'order'::text, 'product'::text, 'variant'::text, 'location'::text, 'invoice'::text, 'payment'::text])))
);
CREATE TABLE follow_ups (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    due_on date NOT NULL,
    text text NOT NULL,
    done_at timestamp(3) with time zone,
    member_id uuid,
    noticed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT follow_ups_party CHECK (((entity_id = seller_id) OR (entity_id = buyer_id)))
);
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
    data jsonb,
    customer_name text
);
CREATE TABLE import_mappings (
    entity_id uuid NOT NULL,
    kind text NOT NULL,
    header_hash text NOT NULL,
    mapping jsonb NOT NULL
);
CREATE TABLE imported_products (
    import_id uuid NOT NULL,
    product_id uuid NOT NULL,
    created boolean NOT NULL,
    shared boolean NOT NULL
);
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
    fixes jsonb,
    CONSTRAINT imports_kind CHECK ((kind = ANY (ARRAY['inventory'::text, 'count'::text, 'products'::text, 'customers'::text, 'opening_balances'::text]))),
    CONSTRAINT imports_status CHECK ((status = ANY (ARRAY['mapping'::text, 'checking'::text, 'ready'::text, 'applying'::text, 'completed'::text, 'failed'::text])))
);
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
CREATE TABLE inventory_lots (
    inventory_item_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    quantity integer NOT NULL,
    reserved_quantity integer NOT NULL,
    CONSTRAINT inventory_lots_stock CHECK (((0 <= reserved_quantity) AND (reserved_quantity <= quantity)))
);
ALTER TABLE inventory_movements ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE inventory_transfers (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    notes text,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    location_ids uuid[] NOT NULL
);
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
CREATE TABLE invited_addresses (
    address text NOT NULL,
    mails integer NOT NULL
);
CREATE TABLE invoices (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    order_id uuid,
    number text NOT NULL,
    opening boolean DEFAULT false NOT NULL,
    issued_on date NOT NULL,
    due_on date NOT NULL,
    subtotal_cents bigint NOT NULL,
    discount_cents bigint NOT NULL,
    freight_cents bigint NOT NULL,
    tax_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    settled_cents bigint DEFAULT 0 NOT NULL,
    pending_credit_cents bigint DEFAULT 0 NOT NULL,
    pending_until timestamp(3) with time zone,
    document jsonb,
    parties jsonb,
    overdue_at timestamp(3) with time zone,
    reminded smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT invoices_due CHECK ((due_on >= issued_on)),
    CONSTRAINT invoices_kind CHECK (((opening = (order_id IS NULL)) AND (opening = (document IS NULL)))),
    CONSTRAINT invoices_money CHECK (((subtotal_cents >= 0) AND (tax_cents >= 0) AND ((discount_cents >= 0) AND (discount_cents <= subtotal_cents)) AND (freight_cents >= 0) AND (total_cents = (((subtotal_cents - discount_cents) + freight_cents) + tax_cents)) AND (total_cents <= '999999999999'::bigint))),
    CONSTRAINT invoices_pending_credit CHECK (((pending_credit_cents >= 0) AND (pending_credit_cents <= total_cents))),
    CONSTRAINT invoices_settled CHECK (((settled_cents >= 0) AND (settled_cents <= total_cents)))
);
CREATE TABLE known_devices (
    user_id uuid NOT NULL,
    device_id uuid NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    used_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE listings (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    product_id uuid NOT NULL,
    sku text NOT NULL,
    wholesale_price_cents bigint NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    case_size integer,
    visibility text DEFAULT 'connected'::text NOT NULL,
    CONSTRAINT listings_case_size CHECK (((case_size >= 1) AND (case_size <= 1000000))),
    CONSTRAINT listings_visibility CHECK ((visibility = ANY (ARRAY['connected'::text, 'offered'::text]))),
    CONSTRAINT listings_wholesale_price CHECK (((wholesale_price_cents >= 0) AND (wholesale_price_cents <= 999999999)))
);
CREATE TABLE location_sale_years (
    entity_id uuid NOT NULL,
    year integer NOT NULL,
    location_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    units_to_0110 bigint NOT NULL,
    units_to_0120 bigint NOT NULL,
    units_to_0131 bigint NOT NULL,
    units_to_0210 bigint NOT NULL,
    units_to_0220 bigint NOT NULL,
    units_to_0231 bigint NOT NULL,
    units_to_0310 bigint NOT NULL,
    units_to_0320 bigint NOT NULL,
    units_to_0331 bigint NOT NULL,
    units_to_0410 bigint NOT NULL,
    units_to_0420 bigint NOT NULL,
    units_to_0431 bigint NOT NULL,
    units_to_0510 bigint NOT NULL,
    units_to_0520 bigint NOT NULL,
    units_to_0531 bigint NOT NULL,
    units_to_0610 bigint NOT NULL,
    units_to_0620 bigint NOT NULL,
    units_to_0631 bigint NOT NULL,
    units_to_0710 bigint NOT NULL,
    units_to_0720 bigint NOT NULL,
    units_to_0731 bigint NOT NULL,
    units_to_0810 bigint NOT NULL,
    units_to_0820 bigint NOT NULL,
    units_to_0831 bigint NOT NULL,
    units_to_0910 bigint NOT NULL,
    units_to_0920 bigint NOT NULL,
    units_to_0931 bigint NOT NULL,
    units_to_1010 bigint NOT NULL,
    units_to_1020 bigint NOT NULL,
    units_to_1031 bigint NOT NULL,
    units_to_1110 bigint NOT NULL,
    units_to_1120 bigint NOT NULL,
    units_to_1131 bigint NOT NULL,
    units_to_1210 bigint NOT NULL,
    units_to_1220 bigint NOT NULL,
    units_to_1231 bigint NOT NULL
);
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
    licensed_until date DEFAULT 'infinity'::date NOT NULL,
    postal_state text GENERATED ALWAYS AS (postal_state(state)) STORED NOT NULL,
    delivery_days text[] DEFAULT '{}'::text[] NOT NULL,
    order_cutoff text,
    CONSTRAINT locations_order_cutoff CHECK ((order_cutoff ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
    CONSTRAINT locations_receiving_room CHECK ((receiving_room = ANY (ARRAY['vault'::text, 'quarantine'::text])))
);
CREATE TABLE lot_reach (
    entity_id uuid NOT NULL,
    lot_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time()
);
CREATE TABLE lot_sources (
    lot_id uuid NOT NULL,
    source_lot_id uuid NOT NULL,
    quantity integer NOT NULL,
    CONSTRAINT lot_sources_quantity CHECK (((quantity > 0) AND (lot_id <> source_lot_id)))
);
CREATE TABLE lots (
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    variant_id uuid,
    package_tag text,
    entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone,
    CONSTRAINT lots_package_tag CHECK (((length(package_tag) >= 1) AND (length(package_tag) <= 100)))
);
CREATE TABLE member_locations (
    user_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL
);
CREATE TABLE merged_batches (
    id uuid NOT NULL,
    into_id uuid NOT NULL
);
CREATE TABLE mfa_challenges (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE notices (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    notice jsonb
);
CREATE TABLE notification_preferences (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    bell boolean NOT NULL,
    mail text NOT NULL,
    amounts boolean DEFAULT true NOT NULL,
    CONSTRAINT notification_preferences_kind CHECK ((kind = ANY (ARRAY['new_order'::text, 'order_moved'::text, 'comment'::text, 'low_stock'::text, 'backorder_ready'::text, 'quote_received'::text, 'expiration'::text, 'recall'::text, 'sync_failed'::text, 'webhook_disabled'::text, 'connection_requested'::text, 'partner_renamed'::text, 'claim_waiting'::text, 'follow_up'::text, 'new_device'::text, 'security_change'::text]))),
    CONSTRAINT notification_preferences_mail CHECK ((mail = ANY (ARRAY['off'::text, 'at_once'::text, 'daily'::text])))
);
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
    CONSTRAINT notifications_kind CHECK ((kind = ANY (ARRAY['new_order'::text, 'order_moved'::text, 'comment'::text, 'low_stock'::text, 'backorder_ready'::text, 'quote_received'::text, 'expiration'::text, 'recall'::text, 'sync_failed'::text, 'webhook_disabled'::text, 'connection_requested'::text, 'partner_renamed'::text, 'claim_waiting'::text, 'follow_up'::text, 'new_device'::text, 'security_change'::text]))),
    CONSTRAINT notifications_mail CHECK ((mail = ANY (ARRAY['none'::text, 'at_once'::text, 'counted'::text, 'daily'::text, 'sent'::text])))
);
CREATE TABLE offer_breaks (
    offer_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    min_steps integer NOT NULL,
    price_cents bigint NOT NULL,
    CONSTRAINT offer_breaks_min_steps CHECK (((min_steps >= 1) AND (min_steps <= 1000000))),
    CONSTRAINT offer_breaks_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999)))
);
CREATE TABLE offer_buyers (
    offer_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL
);
CREATE TABLE offer_items (
    offer_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    rooms text[] DEFAULT '{}'::text[] NOT NULL,
    "position" integer NOT NULL
);
CREATE TABLE offers (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    audience text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT offers_audience CHECK ((audience = ANY (ARRAY['all'::text, 'chosen'::text]))),
    CONSTRAINT offers_time CHECK ((starts_at < ends_at))
);
CREATE TABLE order_allocations (
    order_id uuid NOT NULL,
    order_item_id uuid NOT NULL,
    inventory_item_id uuid NOT NULL,
    lot_id uuid,
    quantity integer NOT NULL,
    shipped_at timestamp(3) with time zone,
    CONSTRAINT order_allocations_quantity CHECK ((quantity > 0))
);
CREATE TABLE order_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    side text NOT NULL
);
ALTER TABLE order_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
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
CREATE TABLE order_days (
    entity_id uuid NOT NULL,
    day date NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    side text NOT NULL
);
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
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    before jsonb,
    after jsonb
);
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
    requested_quantity integer,
    price_ladder jsonb,
    price_source text DEFAULT 'wholesale'::text NOT NULL,
    break_steps integer,
    discount_bps integer DEFAULT 0 NOT NULL,
    sample boolean DEFAULT false NOT NULL,
    discount_share_cents bigint DEFAULT 0 NOT NULL,
    unit text,
    step integer,
    tax_category text,
    tax_weight bigint,
    tax_weight_unit text,
    packed_from integer,
    unit_cost numeric(14,4),
    CONSTRAINT order_items_delivered CHECK (((0 <= received_quantity) AND (received_quantity <= shipped_quantity) AND (shipped_quantity <= quantity))),
    CONSTRAINT order_items_discount CHECK (((discount_bps >= 0) AND (discount_bps <= 10000))),
    CONSTRAINT order_items_quantity CHECK (((quantity >= 1) AND (quantity <= 1000000))),
    CONSTRAINT order_items_requested CHECK ((requested_quantity > quantity)),
    CONSTRAINT order_items_sample CHECK (((sample = (price_source = 'sample'::text)) AND (NOT (sample AND (unit_price_cents > 0))))),
    CONSTRAINT order_items_share CHECK (((discount_share_cents >= 0) AND (discount_share_cents <= total_cents))),
    CONSTRAINT order_items_source CHECK ((price_source = ANY (ARRAY['wholesale'::text, 'list'::text, 'offer'::text, 'manual'::text, 'sample'::text]))),
    CONSTRAINT order_items_total CHECK (((total_cents <= '999999999999'::bigint) AND ((total_cents)::numeric =
CASE
    WHEN ((step IS NULL) AND (discount_bps = 0)) THEN ((quantity * unit_price_cents))::numeric
    ELSE floor(((((((quantity)::numeric * (COALESCE(step, 10000))::numeric) * (unit_price_cents)::numeric) * ((10000 - discount_bps))::numeric) / (100000000)::numeric) + 0.5))
END)))
);
CREATE TABLE order_seller_notes (
    order_id uuid NOT NULL,
    notes text NOT NULL
);
CREATE TABLE order_totals (
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    orders bigint NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    side text NOT NULL
);
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
    by_seller boolean DEFAULT false NOT NULL,
    buyer_stock boolean DEFAULT true NOT NULL,
    representative_id uuid,
    discount_cents bigint DEFAULT 0 NOT NULL,
    freight_cents bigint DEFAULT 0 NOT NULL,
    adjustments jsonb,
    tax_rules jsonb,
    tax_lines jsonb,
    CONSTRAINT orders_money CHECK (((subtotal_cents >= 0) AND (tax_cents >= 0) AND ((discount_cents >= 0) AND (discount_cents <= subtotal_cents)) AND (freight_cents >= 0) AND (total_cents = (((subtotal_cents - discount_cents) + freight_cents) + tax_cents)) AND (total_cents <= '999999999999'::bigint))),
    CONSTRAINT orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'preparing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
    CONSTRAINT orders_two_parties CHECK ((wholesaler_id <> retailer_id))
);
CREATE TABLE passkey_challenges (
    challenge text NOT NULL,
    purpose text NOT NULL,
    session_id uuid,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT passkey_challenges_purpose CHECK ((purpose = ANY (ARRAY['registration'::text, 'assertion'::text])))
);
CREATE TABLE passkeys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    rp_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT passkeys_size CHECK (((length(public_key) <= 1024) AND (char_length(credential_id) <= 1364) AND (char_length(name) <= 100)))
);
CREATE TABLE password_resets (
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE payments (
    id uuid NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    kind text NOT NULL,
    method text NOT NULL,
    amount_cents bigint NOT NULL,
    allocated_cents bigint DEFAULT 0 NOT NULL,
    received_on date NOT NULL,
    recorded_on date NOT NULL,
    reference text,
    notes text,
    counted_by text,
    status text DEFAULT 'recorded'::text NOT NULL,
    voided_on date,
    void_reason text,
    actor_id uuid,
    actor_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    buyer_name text,
    CONSTRAINT payments_allocated CHECK (((allocated_cents >= 0) AND (allocated_cents <= amount_cents))),
    CONSTRAINT payments_amount CHECK (((amount_cents >= 1) AND (amount_cents <= '999999999999'::bigint))),
    CONSTRAINT payments_kind CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
    CONSTRAINT payments_method CHECK ((method = ANY (ARRAY['cash'::text, 'check'::text, 'ach'::text, 'wire'::text, 'card'::text, 'other'::text]))),
    CONSTRAINT payments_status CHECK ((status = ANY (ARRAY['recorded'::text, 'voided'::text]))),
    CONSTRAINT payments_voided CHECK ((((status = 'voided'::text) = (voided_on IS NOT NULL)) AND ((status <> 'voided'::text) OR (allocated_cents = 0))))
);
CREATE TABLE pending_uploads (
    key text NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE pos_listings (
    connection_id uuid NOT NULL,
    item_id uuid NOT NULL,
    run_id uuid NOT NULL,
    confirmed boolean DEFAULT false NOT NULL
);
CREATE TABLE pos_mappings (
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    external_id text,
    sku text,
    variant_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pos_mappings_key CHECK ((num_nonnulls(external_id, sku) = 1))
);
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
CREATE TABLE price_lists (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    discount_bps integer DEFAULT 0 NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT price_lists_discount CHECK (((discount_bps >= 0) AND (discount_bps <= 10000)))
);
CREATE TABLE price_rules (
    list_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    min_steps integer NOT NULL,
    price_cents bigint NOT NULL,
    CONSTRAINT price_rules_min_steps CHECK (((min_steps >= 1) AND (min_steps <= 1000000))),
    CONSTRAINT price_rules_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999)))
);
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
CREATE TABLE product_images (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    storage_key text NOT NULL,
    size integer NOT NULL,
    thumb_key text NOT NULL,
    thumb_size integer NOT NULL,
    uploaded_by uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    medium_key text,
    medium_size integer,
    source text
);
CREATE TABLE product_reach (
    entity_id uuid NOT NULL,
    product_id uuid NOT NULL
);
CREATE TABLE product_sales (
    entity_id uuid NOT NULL,
    day date NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    side text NOT NULL
);
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
    case_size integer DEFAULT 1 NOT NULL,
    unit text,
    step integer,
    CONSTRAINT product_variants_case_size CHECK (((case_size >= 1) AND (case_size <= 1000000))),
    CONSTRAINT product_variants_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999))),
    CONSTRAINT product_variants_step CHECK (((step BETWEEN 10 AND 10000000) AND ((step IS NULL) = (unit IS NULL)))),
    CONSTRAINT product_variants_threshold CHECK (((low_stock_threshold >= 0) AND (low_stock_threshold <= 1000000))),
    CONSTRAINT product_variants_unit CHECK ((unit = ANY (ARRAY['g'::text, 'oz'::text, 'lb'::text, 'kg'::text]))),
    CONSTRAINT product_variants_wholesale_price CHECK (((wholesale_price_cents >= 0) AND (wholesale_price_cents <= 999999999)))
);
CREATE TABLE product_windows (
    entity_id uuid NOT NULL,
    days smallint NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    side text NOT NULL
);
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
    visibility text DEFAULT 'connected'::text NOT NULL,
    CONSTRAINT products_cbd CHECK (((cbd_percentage >= (0)::double precision) AND (cbd_percentage <= (100)::double precision))),
    CONSTRAINT products_thc CHECK (((thc_percentage >= (0)::double precision) AND (thc_percentage <= (100)::double precision))),
    CONSTRAINT products_visibility CHECK ((visibility = ANY (ARRAY['connected'::text, 'offered'::text])))
);
CREATE TABLE purchase_years (
    buyer_id uuid NOT NULL,
    seller_id uuid NOT NULL,
    year integer NOT NULL,
    variant_id uuid NOT NULL,
    units_to_0131 bigint NOT NULL,
    units_to_0231 bigint NOT NULL,
    units_to_0331 bigint NOT NULL,
    units_to_0431 bigint NOT NULL,
    units_to_0531 bigint NOT NULL,
    units_to_0631 bigint NOT NULL,
    units_to_0731 bigint NOT NULL,
    units_to_0831 bigint NOT NULL,
    units_to_0931 bigint NOT NULL,
    units_to_1031 bigint NOT NULL,
    units_to_1131 bigint NOT NULL,
    units_to_1231 bigint NOT NULL,
    cents_to_0131 bigint NOT NULL,
    cents_to_0231 bigint NOT NULL,
    cents_to_0331 bigint NOT NULL,
    cents_to_0431 bigint NOT NULL,
    cents_to_0531 bigint NOT NULL,
    cents_to_0631 bigint NOT NULL,
    cents_to_0731 bigint NOT NULL,
    cents_to_0831 bigint NOT NULL,
    cents_to_0931 bigint NOT NULL,
    cents_to_1031 bigint NOT NULL,
    cents_to_1131 bigint NOT NULL,
    cents_to_1231 bigint NOT NULL
)
WITH (fillfactor='90');
CREATE TABLE purchases (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    lines bigint NOT NULL
);
CREATE TABLE rate_limits (
    key text NOT NULL,
    points integer NOT NULL,
    expire timestamp(3) with time zone
);
CREATE TABLE recall_batches (
    recall_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    confirmed_at timestamp(3) with time zone,
    entity_id uuid NOT NULL
);
CREATE TABLE recall_mails (
    user_id uuid NOT NULL,
    recall_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
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
    respond_by timestamp(3) with time zone,
    CONSTRAINT recalls_class CHECK ((class = ANY (ARRAY['I'::text, 'II'::text, 'III'::text])))
);
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
    wholesaler_id uuid,
    recorded_by text DEFAULT 'buyer'::text NOT NULL,
    signed_by text,
    corrected_by text,
    CONSTRAINT receipts_corrected_by CHECK ((corrected_by = ANY (ARRAY['buyer'::text, 'seller'::text]))),
    CONSTRAINT receipts_credit CHECK (((credit_cents >= 0) AND (credit_cents <= '999999999999'::bigint))),
    CONSTRAINT receipts_recorded_by CHECK ((recorded_by = ANY (ARRAY['buyer'::text, 'seller'::text])))
);
CREATE TABLE recovery_codes (
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE report_schedules (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    created_by uuid NOT NULL,
    report text NOT NULL,
    query text NOT NULL,
    weekday text NOT NULL,
    hour smallint NOT NULL,
    member_ids uuid[] NOT NULL,
    due_after timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT report_schedules_hour CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT report_schedules_report CHECK ((report = ANY (ARRAY['sales'::text, 'sales/trend'::text, 'sell-through'::text, 'batch-ages'::text, 'stock'::text]))),
    CONSTRAINT report_schedules_size CHECK (((char_length(query) <= 500) AND ((cardinality(member_ids) >= 1) AND (cardinality(member_ids) <= 50)))),
    CONSTRAINT report_schedules_weekday CHECK ((weekday = ANY (ARRAY['mon'::text, 'tue'::text, 'wed'::text, 'thu'::text, 'fri'::text, 'sat'::text, 'sun'::text])))
);
CREATE TABLE reset_requests (
    subject text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    requests integer NOT NULL
);
CREATE TABLE retail_prices (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    price_cents bigint NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT retail_prices_price CHECK (((price_cents >= 0) AND (price_cents <= 999999999)))
);
CREATE TABLE return_lines (
    id uuid NOT NULL,
    return_id uuid NOT NULL,
    order_item_id uuid NOT NULL,
    lot_id uuid,
    quantity integer NOT NULL,
    received integer,
    CONSTRAINT return_lines_units CHECK (((quantity > 0) AND (received >= 0)))
);
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
CREATE TABLE sales_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL,
    variant_id uuid NOT NULL,
    lines bigint NOT NULL,
    side text NOT NULL
);
ALTER TABLE sales_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE sales_windows (
    entity_id uuid NOT NULL,
    days smallint NOT NULL,
    start date NOT NULL
);
CREATE TABLE sales_years (
    seller_id uuid NOT NULL,
    subject text NOT NULL,
    year integer NOT NULL,
    subject_id uuid NOT NULL,
    representative_id uuid NOT NULL,
    units_to_0110 bigint NOT NULL,
    units_to_0120 bigint NOT NULL,
    units_to_0131 bigint NOT NULL,
    units_to_0210 bigint NOT NULL,
    units_to_0220 bigint NOT NULL,
    units_to_0231 bigint NOT NULL,
    units_to_0310 bigint NOT NULL,
    units_to_0320 bigint NOT NULL,
    units_to_0331 bigint NOT NULL,
    units_to_0410 bigint NOT NULL,
    units_to_0420 bigint NOT NULL,
    units_to_0431 bigint NOT NULL,
    units_to_0510 bigint NOT NULL,
    units_to_0520 bigint NOT NULL,
    units_to_0531 bigint NOT NULL,
    units_to_0610 bigint NOT NULL,
    units_to_0620 bigint NOT NULL,
    units_to_0631 bigint NOT NULL,
    units_to_0710 bigint NOT NULL,
    units_to_0720 bigint NOT NULL,
    units_to_0731 bigint NOT NULL,
    units_to_0810 bigint NOT NULL,
    units_to_0820 bigint NOT NULL,
    units_to_0831 bigint NOT NULL,
    units_to_0910 bigint NOT NULL,
    units_to_0920 bigint NOT NULL,
    units_to_0931 bigint NOT NULL,
    units_to_1010 bigint NOT NULL,
    units_to_1020 bigint NOT NULL,
    units_to_1031 bigint NOT NULL,
    units_to_1110 bigint NOT NULL,
    units_to_1120 bigint NOT NULL,
    units_to_1131 bigint NOT NULL,
    units_to_1210 bigint NOT NULL,
    units_to_1220 bigint NOT NULL,
    units_to_1231 bigint NOT NULL,
    cents_to_0110 bigint NOT NULL,
    cents_to_0120 bigint NOT NULL,
    cents_to_0131 bigint NOT NULL,
    cents_to_0210 bigint NOT NULL,
    cents_to_0220 bigint NOT NULL,
    cents_to_0231 bigint NOT NULL,
    cents_to_0310 bigint NOT NULL,
    cents_to_0320 bigint NOT NULL,
    cents_to_0331 bigint NOT NULL,
    cents_to_0410 bigint NOT NULL,
    cents_to_0420 bigint NOT NULL,
    cents_to_0431 bigint NOT NULL,
    cents_to_0510 bigint NOT NULL,
    cents_to_0520 bigint NOT NULL,
    cents_to_0531 bigint NOT NULL,
    cents_to_0610 bigint NOT NULL,
    cents_to_0620 bigint NOT NULL,
    cents_to_0631 bigint NOT NULL,
    cents_to_0710 bigint NOT NULL,
    cents_to_0720 bigint NOT NULL,
    cents_to_0731 bigint NOT NULL,
    cents_to_0810 bigint NOT NULL,
    cents_to_0820 bigint NOT NULL,
    cents_to_0831 bigint NOT NULL,
    cents_to_0910 bigint NOT NULL,
    cents_to_0920 bigint NOT NULL,
    cents_to_0931 bigint NOT NULL,
    cents_to_1010 bigint NOT NULL,
    cents_to_1020 bigint NOT NULL,
    cents_to_1031 bigint NOT NULL,
    cents_to_1110 bigint NOT NULL,
    cents_to_1120 bigint NOT NULL,
    cents_to_1131 bigint NOT NULL,
    cents_to_1210 bigint NOT NULL,
    cents_to_1220 bigint NOT NULL,
    cents_to_1231 bigint NOT NULL
)
WITH (fillfactor='80');
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
CREATE TABLE schema_generation (
    one boolean DEFAULT true NOT NULL,
    generation integer NOT NULL,
    writer integer,
    CONSTRAINT schema_fence CHECK ((writer IS NULL)),
    CONSTRAINT schema_generation_one CHECK (one)
);
CREATE TABLE secret_checks (
    id smallint NOT NULL,
    sealed text NOT NULL,
    CONSTRAINT secret_checks_single CHECK ((id = 1))
);
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
    user_agent text,
    signed_in_with text
);
CREATE TABLE setup_links (
    token_hash text NOT NULL,
    tier text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT setup_links_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
CREATE TABLE shared_events (
    event_id uuid NOT NULL,
    entity_id uuid NOT NULL
);
CREATE TABLE sign_in_failures (
    email text NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL,
    first_failed_at timestamp(3) with time zone NOT NULL,
    reserved_at timestamp(3) with time zone NOT NULL,
    locks integer DEFAULT 0 NOT NULL,
    locked_until timestamp(3) with time zone
);
CREATE TABLE sign_ups (
    id uuid NOT NULL,
    email text NOT NULL,
    form jsonb NOT NULL,
    mode text NOT NULL,
    tier text NOT NULL,
    token_hash text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT sign_ups_mode CHECK ((mode = ANY (ARRAY['off'::text, 'review'::text, 'open'::text]))),
    CONSTRAINT sign_ups_tier CHECK ((tier = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
CREATE TABLE stock_categories (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    category text NOT NULL,
    items bigint NOT NULL
);
CREATE TABLE stock_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    items bigint NOT NULL,
    units bigint NOT NULL,
    worth numeric NOT NULL,
    sold_units bigint DEFAULT 0 NOT NULL,
    sold_worth numeric DEFAULT 0 NOT NULL,
    moved_at timestamp(3) with time zone DEFAULT quarter_hour(now()) NOT NULL,
    category text DEFAULT ''::text NOT NULL,
    variant_id uuid
);
ALTER TABLE stock_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE stock_count_entries (
    count_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    item_id uuid NOT NULL,
    counted integer,
    added integer,
    actor_id uuid,
    actor_name text NOT NULL,
    counted_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT stock_count_entries_units CHECK ((num_nonnulls(counted, added) <= 1))
);
ALTER TABLE stock_count_entries ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE stock_count_lines (
    count_id uuid NOT NULL,
    item_id uuid NOT NULL,
    counted integer NOT NULL,
    expected integer NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    counted_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT stock_count_lines_counted CHECK (((counted >= 0) AND (counted <= 2000000000)))
);
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
    updated_at timestamp(3) with time zone DEFAULT change_time(),
    CONSTRAINT stock_counts_room CHECK ((room_type = ANY (ARRAY['sales_floor'::text, 'vault'::text, 'quarantine'::text, 'secret_menu'::text]))),
    CONSTRAINT stock_counts_status CHECK ((status = ANY (ARRAY['counting'::text, 'review'::text, 'applied'::text, 'cancelled'::text])))
);
CREATE TABLE stock_flows (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    moved_at timestamp(3) with time zone NOT NULL,
    worth numeric NOT NULL,
    sold_units bigint NOT NULL,
    sold_worth numeric NOT NULL
);
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
    package_mg bigint DEFAULT package_weight(NULL::numeric, NULL::text) NOT NULL,
    CONSTRAINT stock_levels_available CHECK ((available >= 0)),
    CONSTRAINT stock_levels_blocked CHECK ((blocked >= 0)),
    CONSTRAINT stock_levels_stock CHECK (((0 <= reserved_quantity) AND (reserved_quantity <= quantity)))
)
WITH (fillfactor='85');
CREATE TABLE stock_sale_years (
    entity_id uuid NOT NULL,
    year integer NOT NULL,
    variant_id uuid NOT NULL,
    units_to_0110 bigint NOT NULL,
    units_to_0120 bigint NOT NULL,
    units_to_0131 bigint NOT NULL,
    units_to_0210 bigint NOT NULL,
    units_to_0220 bigint NOT NULL,
    units_to_0231 bigint NOT NULL,
    units_to_0310 bigint NOT NULL,
    units_to_0320 bigint NOT NULL,
    units_to_0331 bigint NOT NULL,
    units_to_0410 bigint NOT NULL,
    units_to_0420 bigint NOT NULL,
    units_to_0431 bigint NOT NULL,
    units_to_0510 bigint NOT NULL,
    units_to_0520 bigint NOT NULL,
    units_to_0531 bigint NOT NULL,
    units_to_0610 bigint NOT NULL,
    units_to_0620 bigint NOT NULL,
    units_to_0631 bigint NOT NULL,
    units_to_0710 bigint NOT NULL,
    units_to_0720 bigint NOT NULL,
    units_to_0731 bigint NOT NULL,
    units_to_0810 bigint NOT NULL,
    units_to_0820 bigint NOT NULL,
    units_to_0831 bigint NOT NULL,
    units_to_0910 bigint NOT NULL,
    units_to_0920 bigint NOT NULL,
    units_to_0931 bigint NOT NULL,
    units_to_1010 bigint NOT NULL,
    units_to_1020 bigint NOT NULL,
    units_to_1031 bigint NOT NULL,
    units_to_1110 bigint NOT NULL,
    units_to_1120 bigint NOT NULL,
    units_to_1131 bigint NOT NULL,
    units_to_1210 bigint NOT NULL,
    units_to_1220 bigint NOT NULL,
    units_to_1231 bigint NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE stock_sales (
    entity_id uuid NOT NULL,
    day date NOT NULL,
    location_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    units bigint NOT NULL
);
CREATE TABLE stock_totals (
    entity_id uuid NOT NULL,
    location_id uuid NOT NULL,
    room_type text NOT NULL,
    items bigint NOT NULL,
    units bigint NOT NULL,
    worth numeric NOT NULL
);
CREATE TABLE supplier_notes (
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    representative_id uuid,
    contacts jsonb DEFAULT '[]'::jsonb NOT NULL,
    internal_notes text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL
);
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
CREATE TABLE tax_rules (
    id uuid NOT NULL,
    entity_id uuid NOT NULL,
    name text NOT NULL,
    basis text NOT NULL,
    rate integer,
    amount_cents bigint,
    weight_unit text,
    categories text[] DEFAULT '{}'::text[] NOT NULL,
    buyer_types text[] DEFAULT '{}'::text[] NOT NULL,
    use text,
    states text[] DEFAULT '{}'::text[] NOT NULL,
    include_freight boolean DEFAULT false NOT NULL,
    starts_on date,
    ends_on date,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT change_time() NOT NULL,
    CONSTRAINT tax_rules_amount CHECK ((
CASE basis
    WHEN 'percent'::text THEN ((rate BETWEEN 0 AND 1000000) AND (amount_cents IS NULL))
    ELSE ((amount_cents BETWEEN 0 AND 999999999) AND (rate IS NULL) AND (NOT include_freight))
END AND ((weight_unit IS NOT NULL) = (basis = 'weight'::text)))),
    CONSTRAINT tax_rules_basis CHECK ((basis = ANY (ARRAY['percent'::text, 'weight'::text, 'unit'::text]))),
    CONSTRAINT tax_rules_days CHECK ((starts_on <= ends_on))
);
CREATE TABLE unsubscribed_addresses (
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
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
CREATE TABLE variant_changes (
    id bigint NOT NULL,
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    levels bigint NOT NULL
);
ALTER TABLE variant_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE variant_sale_changes (
    id bigint NOT NULL,
    seller_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    representative_id uuid NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
ALTER TABLE variant_sale_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE variant_sales (
    seller_id uuid NOT NULL,
    day date NOT NULL,
    buyer_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    representative_id uuid NOT NULL,
    units bigint NOT NULL,
    cents bigint NOT NULL
);
CREATE TABLE variant_stock (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    units bigint NOT NULL,
    worth numeric NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE variants_in_stock (
    entity_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    levels bigint NOT NULL
);
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
CREATE TABLE worker_pools (
    id text NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE accounting_accounts ADD CONSTRAINT accounting_accounts_pkey PRIMARY KEY (entity_id);
ALTER TABLE accounting_exports ADD CONSTRAINT accounting_exports_pkey PRIMARY KEY (id);
ALTER TABLE accounting_files ADD CONSTRAINT accounting_files_export_id_n_pk PRIMARY KEY (export_id, n);
ALTER TABLE accounting_rows ADD CONSTRAINT accounting_rows_entity_id_kind_format_document_id_part_pk PRIMARY KEY (entity_id, kind, format, document_id, part);
ALTER TABLE accounts ADD CONSTRAINT accounts_seller_id_buyer_id_pk PRIMARY KEY (seller_id, buyer_id);
ALTER TABLE address_failures ADD CONSTRAINT address_failures_window UNIQUE (address, window_start);
ALTER TABLE allocations ADD CONSTRAINT allocations_pkey PRIMARY KEY (id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_lookup_unique UNIQUE (lookup);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE api_requests ADD CONSTRAINT api_requests_pkey PRIMARY KEY (id);
ALTER TABLE audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE audit_log ADD CONSTRAINT audit_log_position UNIQUE ("position");
ALTER TABLE audit_seals ADD CONSTRAINT audit_seals_after_unique UNIQUE (after);
ALTER TABLE audit_seals ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (through);
ALTER TABLE audit_totals ADD CONSTRAINT audit_totals_entity_id_action_pk PRIMARY KEY (entity_id, action);
ALTER TABLE backorder_fills ADD CONSTRAINT backorder_fills_backorder_id_order_id_pk PRIMARY KEY (backorder_id, order_id);
ALTER TABLE backorders ADD CONSTRAINT backorders_pkey PRIMARY KEY (id);
ALTER TABLE backup_runs ADD CONSTRAINT backup_runs_pkey PRIMARY KEY (id);
ALTER TABLE batch_holds ADD CONSTRAINT batch_holds_batch_id_entity_id_pk PRIMARY KEY (batch_id, entity_id);
ALTER TABLE batch_notes ADD CONSTRAINT batch_notes_batch_id_entity_id_pk PRIMARY KEY (batch_id, entity_id);
ALTER TABLE batch_notices ADD CONSTRAINT batch_notices_batch_id_entity_id_expires_on_days_pk PRIMARY KEY (batch_id, entity_id, expires_on, days);
ALTER TABLE batch_reach ADD CONSTRAINT batch_reach_entity_id_batch_id_pk PRIMARY KEY (entity_id, batch_id);
ALTER TABLE batches ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE business_invitations ADD CONSTRAINT business_invitations_of_entity UNIQUE (entity_id, created_at, id);
ALTER TABLE business_invitations ADD CONSTRAINT business_invitations_pkey PRIMARY KEY (id);
ALTER TABLE business_invitations ADD CONSTRAINT business_invitations_token UNIQUE (token_hash);
ALTER TABLE buyer_sales ADD CONSTRAINT buyer_sales_pk PRIMARY KEY (seller_id, day, buyer_id, representative_id);
ALTER TABLE carts ADD CONSTRAINT carts_user_id_supplier_id_pk PRIMARY KEY (user_id, supplier_id);
ALTER TABLE claimants ADD CONSTRAINT claimants_pkey PRIMARY KEY (id);
ALTER TABLE claims ADD CONSTRAINT claims_pkey PRIMARY KEY (id);
ALTER TABLE connections ADD CONSTRAINT connections_pkey PRIMARY KEY (id);
ALTER TABLE counted_mails ADD CONSTRAINT counted_mails_pkey PRIMARY KEY (id);
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_number UNIQUE (seller_id, number);
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_of_pair UNIQUE (seller_id, buyer_id, id);
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_pkey PRIMARY KEY (id);
ALTER TABLE document_counters ADD CONSTRAINT document_counters_seller_id_kind_pk PRIMARY KEY (seller_id, kind);
ALTER TABLE drafts ADD CONSTRAINT drafts_order UNIQUE (order_id);
ALTER TABLE drafts ADD CONSTRAINT drafts_pkey PRIMARY KEY (id);
ALTER TABLE drawn_documents ADD CONSTRAINT drawn_documents_entity_id_version_pk PRIMARY KEY (entity_id, version);
ALTER TABLE drivers ADD CONSTRAINT drivers_entity_id UNIQUE (entity_id, id);
ALTER TABLE drivers ADD CONSTRAINT drivers_pkey PRIMARY KEY (id);
ALTER TABLE email_failures ADD CONSTRAINT email_failures_pkey PRIMARY KEY (email);
ALTER TABLE entities ADD CONSTRAINT entities_pkey PRIMARY KEY (id);
ALTER TABLE entity_aliases ADD CONSTRAINT entity_aliases_pkey PRIMARY KEY (alias_id);
ALTER TABLE entity_exports ADD CONSTRAINT entity_exports_pkey PRIMARY KEY (id);
ALTER TABLE entity_logos ADD CONSTRAINT entity_logos_once UNIQUE (entity_id);
ALTER TABLE entity_logos ADD CONSTRAINT entity_logos_pkey PRIMARY KEY (id);
ALTER TABLE erasures ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);
ALTER TABLE event_sequences ADD CONSTRAINT event_sequences_pkey PRIMARY KEY (entity_id);
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE external_ids ADD CONSTRAINT external_ids_object PRIMARY KEY (entity_id, object_type, object_id, system);
ALTER TABLE external_ids ADD CONSTRAINT external_ids_value UNIQUE (entity_id, object_type, system, value);
ALTER TABLE follow_ups ADD CONSTRAINT follow_ups_pkey PRIMARY KEY (id);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_entity_id_user_id_method_path_key_pk PRIMARY KEY (entity_id, user_id, method, path, key);
ALTER TABLE import_lines ADD CONSTRAINT import_lines_import_id_line_pk PRIMARY KEY (import_id, line);
ALTER TABLE import_mappings ADD CONSTRAINT import_mappings_entity_id_kind_header_hash_pk PRIMARY KEY (entity_id, kind, header_hash);
ALTER TABLE imported_products ADD CONSTRAINT imported_products_import_id_product_id_pk PRIMARY KEY (import_id, product_id);
ALTER TABLE imports ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_entity_id UNIQUE (entity_id, id);
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_pkey PRIMARY KEY (id);
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_place UNIQUE (location_id, variant_id, room_type);
ALTER TABLE inventory_lots ADD CONSTRAINT inventory_lots_inventory_item_id_lot_id_pk PRIMARY KEY (inventory_item_id, lot_id);
ALTER TABLE inventory_movements ADD CONSTRAINT inventory_movements_pkey PRIMARY KEY (id);
ALTER TABLE inventory_transfers ADD CONSTRAINT inventory_transfers_pkey PRIMARY KEY (id);
ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE invitations ADD CONSTRAINT invitations_token UNIQUE (token_hash);
ALTER TABLE invited_addresses ADD CONSTRAINT invited_addresses_pkey PRIMARY KEY (address);
ALTER TABLE invoices ADD CONSTRAINT invoices_number UNIQUE (seller_id, opening, number);
ALTER TABLE invoices ADD CONSTRAINT invoices_of_order UNIQUE (order_id);
ALTER TABLE invoices ADD CONSTRAINT invoices_of_pair UNIQUE (seller_id, buyer_id, id);
ALTER TABLE invoices ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);
ALTER TABLE known_devices ADD CONSTRAINT known_devices_user_id_device_id_pk PRIMARY KEY (user_id, device_id);
ALTER TABLE ledger_seals ADD CONSTRAINT ledger_seals_after_unique UNIQUE (after);
ALTER TABLE ledger_seals ADD CONSTRAINT ledger_seals_pkey PRIMARY KEY (through);
ALTER TABLE licenses ADD CONSTRAINT licenses_pkey PRIMARY KEY (id);
ALTER TABLE listings ADD CONSTRAINT listings_one UNIQUE (seller_id, variant_id);
ALTER TABLE listings ADD CONSTRAINT listings_pkey PRIMARY KEY (id);
ALTER TABLE listings ADD CONSTRAINT listings_sku UNIQUE (seller_id, sku);
ALTER TABLE location_sale_years ADD CONSTRAINT location_sale_years_pk PRIMARY KEY (entity_id, year, location_id, variant_id);
ALTER TABLE locations ADD CONSTRAINT locations_entity_id UNIQUE (entity_id, id);
ALTER TABLE locations ADD CONSTRAINT locations_pkey PRIMARY KEY (id);
ALTER TABLE lot_reach ADD CONSTRAINT lot_reach_entity_id_lot_id_pk PRIMARY KEY (entity_id, lot_id);
ALTER TABLE lot_sources ADD CONSTRAINT lot_sources_lot_id_source_lot_id_pk PRIMARY KEY (lot_id, source_lot_id);
ALTER TABLE lots ADD CONSTRAINT lots_once UNIQUE NULLS NOT DISTINCT (batch_id, variant_id, entity_id, package_tag);
ALTER TABLE lots ADD CONSTRAINT lots_pkey PRIMARY KEY (id);
ALTER TABLE lots ADD CONSTRAINT lots_tag UNIQUE (entity_id, package_tag);
ALTER TABLE member_locations ADD CONSTRAINT member_locations_once UNIQUE (user_id, location_id);
ALTER TABLE merged_batches ADD CONSTRAINT merged_batches_pkey PRIMARY KEY (id);
ALTER TABLE mfa_challenges ADD CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id);
ALTER TABLE notices ADD CONSTRAINT notices_pkey PRIMARY KEY (id);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_user_id_kind_pk PRIMARY KEY (user_id, kind);
ALTER TABLE notifications ADD CONSTRAINT notifications_once UNIQUE (event_id, user_id, kind);
ALTER TABLE notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE offer_breaks ADD CONSTRAINT offer_breaks_offer_id_variant_id_min_steps_pk PRIMARY KEY (offer_id, variant_id, min_steps);
ALTER TABLE offer_buyers ADD CONSTRAINT offer_buyers_offer_id_buyer_id_pk PRIMARY KEY (offer_id, buyer_id);
ALTER TABLE offer_items ADD CONSTRAINT offer_items_offer_id_variant_id_pk PRIMARY KEY (offer_id, variant_id);
ALTER TABLE offers ADD CONSTRAINT offers_pkey PRIMARY KEY (id);
ALTER TABLE order_allocations ADD CONSTRAINT order_allocations_once UNIQUE NULLS NOT DISTINCT (order_item_id, inventory_item_id, lot_id);
ALTER TABLE order_changes ADD CONSTRAINT order_changes_pkey PRIMARY KEY (id);
ALTER TABLE order_comments ADD CONSTRAINT order_comments_pkey PRIMARY KEY (id);
ALTER TABLE order_days ADD CONSTRAINT order_days_entity_id_day_status_side_pk PRIMARY KEY (entity_id, day, status, side);
ALTER TABLE order_history ADD CONSTRAINT order_history_pkey PRIMARY KEY (id);
ALTER TABLE order_items ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);
ALTER TABLE order_items ADD CONSTRAINT order_items_variant UNIQUE (order_id, variant_id, sample);
ALTER TABLE order_seller_notes ADD CONSTRAINT order_seller_notes_pkey PRIMARY KEY (order_id);
ALTER TABLE order_totals ADD CONSTRAINT order_totals_entity_id_placed_at_status_side_pk PRIMARY KEY (entity_id, placed_at, status, side);
ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE (order_number);
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_credential UNIQUE (credential_id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE password_resets ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);
ALTER TABLE payments ADD CONSTRAINT payments_of_pair UNIQUE (seller_id, buyer_id, id);
ALTER TABLE payments ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE pending_uploads ADD CONSTRAINT pending_uploads_pkey PRIMARY KEY (key);
ALTER TABLE pos_connections ADD CONSTRAINT pos_connections_location UNIQUE (location_id);
ALTER TABLE pos_connections ADD CONSTRAINT pos_connections_pkey PRIMARY KEY (id);
ALTER TABLE pos_listings ADD CONSTRAINT pos_listings_connection_id_item_id_pk PRIMARY KEY (connection_id, item_id);
ALTER TABLE pos_mappings ADD CONSTRAINT pos_mappings_pkey PRIMARY KEY (id);
ALTER TABLE pos_packages ADD CONSTRAINT pos_packages_connection_id_item_id_package_pk PRIMARY KEY (connection_id, item_id, package);
ALTER TABLE pos_unmatched ADD CONSTRAINT pos_unmatched_connection_id_key_pk PRIMARY KEY (connection_id, key);
ALTER TABLE price_lists ADD CONSTRAINT price_lists_entity_id UNIQUE (entity_id, id);
ALTER TABLE price_lists ADD CONSTRAINT price_lists_name UNIQUE (entity_id, name);
ALTER TABLE price_lists ADD CONSTRAINT price_lists_pkey PRIMARY KEY (id);
ALTER TABLE price_rules ADD CONSTRAINT price_rules_list_id_variant_id_min_steps_pk PRIMARY KEY (list_id, variant_id, min_steps);
ALTER TABLE product_coas ADD CONSTRAINT product_coas_pkey PRIMARY KEY (id);
ALTER TABLE product_images ADD CONSTRAINT product_images_pkey PRIMARY KEY (id);
ALTER TABLE product_reach ADD CONSTRAINT product_reach_entity_id_product_id_pk PRIMARY KEY (entity_id, product_id);
ALTER TABLE product_sales ADD CONSTRAINT product_sales_entity_id_day_product_id_side_pk PRIMARY KEY (entity_id, day, product_id, side);
ALTER TABLE product_variants ADD CONSTRAINT product_variants_id_sku UNIQUE (id, sku);
ALTER TABLE product_variants ADD CONSTRAINT product_variants_pkey PRIMARY KEY (id);
ALTER TABLE product_variants ADD CONSTRAINT product_variants_product_id UNIQUE (product_id, id);
ALTER TABLE product_windows ADD CONSTRAINT product_windows_entity_id_days_product_id_side_pk PRIMARY KEY (entity_id, days, product_id, side);
ALTER TABLE products ADD CONSTRAINT products_entity_id UNIQUE (entity_id, id);
ALTER TABLE products ADD CONSTRAINT products_id_category UNIQUE (id, category);
ALTER TABLE products ADD CONSTRAINT products_id_name UNIQUE (id, name);
ALTER TABLE products ADD CONSTRAINT products_pkey PRIMARY KEY (id);
ALTER TABLE purchase_years ADD CONSTRAINT purchase_years_pk PRIMARY KEY (buyer_id, seller_id, year, variant_id);
ALTER TABLE purchases ADD CONSTRAINT purchases_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE recall_batches ADD CONSTRAINT recall_batches_recall_id_batch_id_pk PRIMARY KEY (recall_id, batch_id);
ALTER TABLE recall_mails ADD CONSTRAINT recall_mails_user_id_recall_id_pk PRIMARY KEY (user_id, recall_id);
ALTER TABLE recall_responses ADD CONSTRAINT recall_responses_recall_id_entity_id_pk PRIMARY KEY (recall_id, entity_id);
ALTER TABLE recalls ADD CONSTRAINT recalls_pkey PRIMARY KEY (id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_once UNIQUE NULLS NOT DISTINCT (receipt_id, order_item_id, lot_id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_pkey PRIMARY KEY (id);
ALTER TABLE receipts ADD CONSTRAINT receipts_of_order UNIQUE (order_id);
ALTER TABLE receipts ADD CONSTRAINT receipts_pkey PRIMARY KEY (id);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
ALTER TABLE report_schedules ADD CONSTRAINT report_schedules_pkey PRIMARY KEY (id);
ALTER TABLE reset_requests ADD CONSTRAINT reset_requests_pkey PRIMARY KEY (subject);
ALTER TABLE retail_prices ADD CONSTRAINT retail_prices_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
ALTER TABLE return_lines ADD CONSTRAINT return_lines_once UNIQUE NULLS NOT DISTINCT (return_id, order_item_id, lot_id);
ALTER TABLE return_lines ADD CONSTRAINT return_lines_pkey PRIMARY KEY (id);
ALTER TABLE returns ADD CONSTRAINT returns_pkey PRIMARY KEY (id);
ALTER TABLE sales_changes ADD CONSTRAINT sales_changes_pkey PRIMARY KEY (id);
ALTER TABLE sales_windows ADD CONSTRAINT sales_windows_entity_id_days_pk PRIMARY KEY (entity_id, days);
ALTER TABLE sales_years ADD CONSTRAINT sales_years_pk PRIMARY KEY (seller_id, subject, year, subject_id, representative_id);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE schema_generation ADD CONSTRAINT schema_generation_pkey PRIMARY KEY (one);
ALTER TABLE secret_checks ADD CONSTRAINT secret_checks_pkey PRIMARY KEY (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE setup_links ADD CONSTRAINT setup_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE shared_events ADD CONSTRAINT shared_events_pkey PRIMARY KEY (event_id);
ALTER TABLE sign_in_failures ADD CONSTRAINT sign_in_failures_email_address_pk PRIMARY KEY (email, address);
ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);
ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_token UNIQUE (token_hash);
ALTER TABLE stock_categories ADD CONSTRAINT stock_categories_entity_id_category_location_id_room_type_pk PRIMARY KEY (entity_id, category, location_id, room_type);
ALTER TABLE stock_changes ADD CONSTRAINT stock_changes_pkey PRIMARY KEY (id);
ALTER TABLE stock_count_entries ADD CONSTRAINT stock_count_entries_count_id_entry_id_pk PRIMARY KEY (count_id, entry_id);
ALTER TABLE stock_count_lines ADD CONSTRAINT stock_count_lines_count_id_item_id_pk PRIMARY KEY (count_id, item_id);
ALTER TABLE stock_counts ADD CONSTRAINT stock_counts_pkey PRIMARY KEY (id);
ALTER TABLE stock_flows ADD CONSTRAINT stock_flows_entity_id_moved_at_location_id_room_type_pk PRIMARY KEY (entity_id, moved_at, location_id, room_type);
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_id_unique UNIQUE (id);
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_location_id_variant_id_pk PRIMARY KEY (location_id, variant_id);
ALTER TABLE stock_sale_years ADD CONSTRAINT stock_sale_years_pk PRIMARY KEY (entity_id, year, variant_id);
ALTER TABLE stock_sales ADD CONSTRAINT stock_sales_pk PRIMARY KEY (entity_id, day, location_id, variant_id);
ALTER TABLE stock_totals ADD CONSTRAINT stock_totals_entity_id_location_id_room_type_pk PRIMARY KEY (entity_id, location_id, room_type);
ALTER TABLE supplier_notes ADD CONSTRAINT supplier_notes_seller_id_buyer_id_pk PRIMARY KEY (seller_id, buyer_id);
ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_pkey PRIMARY KEY (id);
ALTER TABLE tax_rules ADD CONSTRAINT tax_rules_pkey PRIMARY KEY (id);
ALTER TABLE unsubscribed_addresses ADD CONSTRAINT unsubscribed_addresses_pkey PRIMARY KEY (address);
ALTER TABLE users ADD CONSTRAINT users_entity_id UNIQUE (entity_id, id);
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE variant_changes ADD CONSTRAINT variant_changes_pkey PRIMARY KEY (id);
ALTER TABLE variant_sale_changes ADD CONSTRAINT variant_sale_changes_pkey PRIMARY KEY (id);
ALTER TABLE variant_sales ADD CONSTRAINT variant_sales_pk PRIMARY KEY (seller_id, day, buyer_id, variant_id, representative_id);
ALTER TABLE variant_stock ADD CONSTRAINT variant_stock_pk PRIMARY KEY (entity_id, variant_id);
ALTER TABLE variants_in_stock ADD CONSTRAINT variants_in_stock_entity_id_variant_id_pk PRIMARY KEY (entity_id, variant_id);
ALTER TABLE vehicles ADD CONSTRAINT vehicles_entity_id UNIQUE (entity_id, id);
ALTER TABLE vehicles ADD CONSTRAINT vehicles_pkey PRIMARY KEY (id);
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id);
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE worker_pools ADD CONSTRAINT worker_pools_pkey PRIMARY KEY (id);
--> statement-breakpoint
CREATE INDEX accounting_exports_by_age ON accounting_exports USING btree (created_at);
CREATE INDEX accounting_exports_of_entity ON accounting_exports USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX accounting_rows_of_export ON accounting_rows USING btree (export_id);
CREATE INDEX accounts_by_age ON accounts USING btree (seller_id, created_at, buyer_id);
CREATE INDEX accounts_by_change ON accounts USING btree (seller_id, updated_at, buyer_id);
CREATE INDEX accounts_by_name ON accounts USING btree (seller_id, name COLLATE names, buyer_id);
CREATE INDEX accounts_by_representative ON accounts USING btree (seller_id, representative_id, created_at, buyer_id) WHERE (representative_id IS NOT NULL);
CREATE INDEX accounts_by_status ON accounts USING btree (seller_id, status, created_at, buyer_id);
CREATE INDEX accounts_license ON accounts USING btree (seller_id, license_form(license_number));
CREATE INDEX accounts_of_buyer ON accounts USING btree (buyer_id);
CREATE INDEX accounts_of_price_list ON accounts USING btree (price_list_id) WHERE (price_list_id IS NOT NULL);
CREATE INDEX accounts_search ON accounts USING gin (search_fold(((((name || chr(10)) || COALESCE(nickname, ''::text)) || chr(10)) || license_number)) gin_trgm_ops);
CREATE INDEX allocations_by_day ON allocations USING btree (seller_id, invoice_issued_on, made_on, buyer_id, invoice_due_on, amount_cents) WHERE ((reversed_on IS NULL) AND (invoice_id IS NOT NULL));
CREATE INDEX allocations_by_day_of_buyer ON allocations USING btree (buyer_id, made_on) WHERE (reversed_on IS NULL);
CREATE INDEX allocations_by_day_of_source ON allocations USING btree (seller_id, source_on, made_on, buyer_id, amount_cents) WHERE ((reversed_on IS NULL) AND (invoice_id IS NOT NULL) AND (source_on < made_on));
CREATE INDEX allocations_of_credit_note ON allocations USING btree (credit_note_id);
CREATE INDEX allocations_of_invoice ON allocations USING btree (invoice_id);
CREATE INDEX allocations_of_payment ON allocations USING btree (payment_id);
CREATE INDEX allocations_of_refund ON allocations USING btree (refund_id);
CREATE INDEX allocations_of_refunds_by_day ON allocations USING btree (seller_id, made_on) WHERE ((reversed_on IS NULL) AND (refund_id IS NOT NULL));
CREATE INDEX allocations_reversed_by_day ON allocations USING btree (seller_id, reversed_on) WHERE (reversed_on IS NOT NULL);
CREATE INDEX allocations_reversed_by_day_of_buyer ON allocations USING btree (buyer_id, reversed_on) WHERE (reversed_on IS NOT NULL);
CREATE INDEX api_keys_of_entity ON api_keys USING btree (entity_id, created_at, id);
CREATE INDEX api_keys_of_user ON api_keys USING btree (user_id);
CREATE INDEX api_requests_age ON api_requests USING btree (created_at);
CREATE INDEX api_requests_of_entity ON api_requests USING btree (entity_id, id DESC NULLS LAST);
CREATE INDEX audit_log_of_entity ON audit_log USING btree (entity_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX audit_log_of_object ON audit_log USING btree (object_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX backorder_fills_of_order ON backorder_fills USING btree (order_id);
CREATE INDEX backorders_by_end ON backorders USING btree (expires_on, id) WHERE (status = 'open'::text);
CREATE INDEX backorders_of_buyer ON backorders USING btree (buyer_id, created_at, id);
CREATE INDEX backorders_of_buyer_by_change ON backorders USING btree (buyer_id, updated_at, id);
CREATE INDEX backorders_of_buyer_by_status ON backorders USING btree (buyer_id, status, created_at, id);
CREATE INDEX backorders_of_order ON backorders USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX backorders_of_pair ON backorders USING btree (seller_id, buyer_id, created_at, id);
CREATE INDEX backorders_of_seller ON backorders USING btree (seller_id, created_at, id);
CREATE INDEX backorders_of_seller_by_change ON backorders USING btree (seller_id, updated_at, id);
CREATE INDEX backorders_of_seller_by_status ON backorders USING btree (seller_id, status, created_at, id);
CREATE INDEX backorders_open_of_pair ON backorders USING btree (seller_id, buyer_id) WHERE (status = 'open'::text);
CREATE INDEX backorders_waiting ON backorders USING btree (id) WHERE ((status = 'open'::text) AND (ready_at IS NULL));
CREATE INDEX backup_runs_of_kind ON backup_runs USING btree (kind, outcome, finished_at);
CREATE INDEX batch_holds_of_entity ON batch_holds USING btree (entity_id, batch_id);
CREATE INDEX batch_notes_by_expiration ON batch_notes USING btree (expires_on, batch_id) WHERE (expires_on IS NOT NULL);
CREATE INDEX batch_reach_by_change ON batch_reach USING btree (entity_id, updated_at, batch_id);
CREATE INDEX batch_reach_by_expiration ON batch_reach USING btree (entity_id, expires_on, batch_id);
CREATE INDEX batch_reach_by_latest_expiration ON batch_reach USING btree (entity_id, expires_on DESC NULLS LAST, batch_id);
CREATE INDEX batch_reach_by_number ON batch_reach USING btree (entity_id, batch_number COLLATE names, batch_id);
CREATE INDEX batch_reach_newest ON batch_reach USING btree (entity_id, created_at DESC NULLS LAST, batch_id);
CREATE INDEX batch_reach_of_batch ON batch_reach USING btree (batch_id);
CREATE UNIQUE INDEX batches_adopted_number ON batches USING btree (product_id, number_key) WHERE (adopted AND (duplicate_of IS NULL));
CREATE INDEX batches_by_change ON batches USING btree (updated_at);
CREATE INDEX batches_by_expiration ON batches USING btree (expires_on, id) WHERE (expires_on IS NOT NULL);
CREATE INDEX batches_by_loose_number ON batches USING btree (product_id, loose_key);
CREATE INDEX batches_by_number ON batches USING btree (product_id, number_key);
CREATE INDEX batches_held ON batches USING btree (id) WHERE (held_at IS NOT NULL);
CREATE UNIQUE INDEX batches_number ON batches USING btree (product_id, entity_id, number_key) WHERE (duplicate_of IS NULL);
CREATE INDEX batches_of_creator ON batches USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX business_invitations_of_customer ON business_invitations USING btree (customer_id);
CREATE INDEX business_invitations_to ON business_invitations USING btree (email, entity_id);
CREATE INDEX buyer_sales_of_buyer ON buyer_sales USING btree (buyer_id, day);
CREATE UNIQUE INDEX claimants_of_business ON claimants USING btree (entity_id);
CREATE UNIQUE INDEX claimants_person ON claimants USING btree (email) WHERE (entity_id IS NULL);
CREATE INDEX claims_expiry ON claims USING btree (expires_at) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text]));
CREATE INDEX claims_of_claimant ON claims USING btree (claimant_id, created_at, id);
CREATE INDEX claims_of_seller ON claims USING btree (seller_id, created_at, id);
CREATE UNIQUE INDEX claims_once ON claims USING btree (entity_id, claimant_id) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text, 'merging'::text]));
CREATE INDEX connections_by_requester ON connections USING btree (requester_id, status, managed, target_id);
CREATE INDEX connections_of_target ON connections USING btree (target_id, status, requester_id);
CREATE UNIQUE INDEX connections_one_live ON connections USING btree (LEAST(requester_id, target_id), GREATEST(requester_id, target_id)) WHERE (status <> 'rejected'::text);
CREATE INDEX counted_mails_age ON counted_mails USING btree (created_at);
CREATE INDEX counted_mails_of_entity ON counted_mails USING btree (entity_id, created_at);
CREATE INDEX counted_mails_to_address ON counted_mails USING btree (address, created_at);
CREATE INDEX credit_notes_left ON credit_notes USING btree (seller_id, buyer_id) WHERE (allocated_cents < total_cents);
CREATE INDEX credit_notes_number_search ON credit_notes USING gin (search_fold(number) gin_trgm_ops);
CREATE INDEX credit_notes_of_buyer ON credit_notes USING btree (buyer_id, issued_on DESC NULLS LAST, id);
CREATE INDEX credit_notes_of_buyer_by_change ON credit_notes USING btree (buyer_id, updated_at, id);
CREATE INDEX credit_notes_of_invoice ON credit_notes USING btree (invoice_id, id);
CREATE INDEX credit_notes_of_seller ON credit_notes USING btree (seller_id, issued_on DESC NULLS LAST, id);
CREATE INDEX credit_notes_of_seller_by_change ON credit_notes USING btree (seller_id, updated_at, id);
CREATE INDEX drafts_due ON drafts USING btree (expires_at) WHERE (status = 'sent'::text);
CREATE INDEX drafts_of_buyer ON drafts USING btree (buyer_id, created_at DESC NULLS LAST, id);
CREATE INDEX drafts_of_buyer_by_change ON drafts USING btree (buyer_id, updated_at, id);
CREATE INDEX drafts_of_seller ON drafts USING btree (seller_id, created_at DESC NULLS LAST, id);
CREATE INDEX drafts_of_seller_by_change ON drafts USING btree (seller_id, updated_at, id);
CREATE INDEX drafts_open ON drafts USING btree ((
CASE
    WHEN by_seller THEN seller_id
    ELSE buyer_id
END)) WHERE (status = ANY (ARRAY['draft'::text, 'sent'::text]));
CREATE INDEX drawn_documents_age ON drawn_documents USING btree (created_at);
CREATE INDEX drivers_by_age ON drivers USING btree (entity_id, created_at, id);
CREATE INDEX entities_contact_email ON entities USING btree (lower(contact_email)) WHERE (managed_by IS NOT NULL);
CREATE INDEX entities_directory ON entities USING btree (type, name COLLATE names, id);
CREATE INDEX entities_license ON entities USING btree (license_form(license_number));
CREATE INDEX entities_search ON entities USING gin (search_fold(name) gin_trgm_ops);
CREATE UNIQUE INDEX entities_unclaimed ON entities USING btree (managed_by, postal_state(state), type, license_form(license_number)) WHERE ((managed_by IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_aliases_of_survivor ON entity_aliases USING btree (survivor_id);
CREATE INDEX entity_exports_of_entity ON entity_exports USING btree (entity_id, created_at);
CREATE INDEX erasures_of_entity ON erasures USING btree (entity_id, created_at);
CREATE UNIQUE INDEX erasures_requested ON erasures USING btree (subject_id) WHERE (erased_at IS NULL);
CREATE INDEX events_age ON events USING btree (created_at);
CREATE UNIQUE INDEX events_sequence ON events USING btree (entity_id, sequence);
CREATE INDEX events_undispatched ON events USING btree (id) WHERE (sequence IS NULL);
CREATE INDEX follow_ups_due ON follow_ups USING btree (due_on) WHERE ((done_at IS NULL) AND (noticed_at IS NULL));
CREATE INDEX follow_ups_of_account ON follow_ups USING btree (seller_id, buyer_id, entity_id, due_on);
CREATE INDEX follow_ups_of_entity ON follow_ups USING btree (entity_id);
CREATE INDEX follow_ups_of_member ON follow_ups USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
CREATE INDEX import_lines_by_outcome ON import_lines USING btree (import_id, outcome, line);
CREATE INDEX import_lines_to_apply ON import_lines USING btree (import_id, line) WHERE ((NOT applied) AND (outcome <> 'error'::text));
CREATE INDEX imports_lease ON imports USING btree (lease_until) WHERE (status = ANY (ARRAY['checking'::text, 'applying'::text]));
CREATE INDEX imports_of_entity ON imports USING btree (entity_id, created_at, id);
CREATE INDEX inventory_items_all_in_lots ON inventory_items USING btree (entity_id, location_id, room_type) WHERE ((lot_quantity > 0) AND (lot_quantity = quantity));
CREATE INDEX inventory_items_by_age ON inventory_items USING btree (entity_id, created_at, id);
CREATE INDEX inventory_items_by_available ON inventory_items USING btree (entity_id, ((quantity - reserved_quantity)), id);
CREATE INDEX inventory_items_by_change ON inventory_items USING btree (entity_id, updated_at, id);
CREATE INDEX inventory_items_by_location ON inventory_items USING btree (entity_id, location_id, product_name COLLATE names, id, created_at, quantity, variant_id);
CREATE INDEX inventory_items_by_name ON inventory_items USING btree (entity_id, product_name COLLATE names, id, created_at, location_id, quantity, variant_id);
CREATE INDEX inventory_items_by_quantity ON inventory_items USING btree (entity_id, quantity, id);
CREATE INDEX inventory_items_by_room ON inventory_items USING btree (entity_id, room_type, product_name COLLATE names, id);
CREATE INDEX inventory_items_by_sku ON inventory_items USING btree (entity_id, sku);
CREATE INDEX inventory_items_empty ON inventory_items USING btree (entity_id, variant_id, location_id, room_type) WHERE (quantity = 0);
CREATE INDEX inventory_items_of_product ON inventory_items USING btree (product_id, entity_id);
CREATE INDEX inventory_items_of_variant ON inventory_items USING btree (variant_id, entity_id, created_at, id);
CREATE INDEX inventory_lots_counted ON inventory_lots USING btree (entity_id, inventory_item_id) WHERE (quantity > 0);
CREATE INDEX inventory_lots_of_entity ON inventory_lots USING btree (entity_id, lot_id);
CREATE INDEX inventory_lots_of_lot ON inventory_lots USING btree (lot_id, entity_id);
CREATE INDEX inventory_lots_present ON inventory_lots USING btree (inventory_item_id) WHERE (quantity > 0);
CREATE INDEX inventory_movements_at ON inventory_movements USING btree (item_id, created_at DESC NULLS LAST, "position" DESC NULLS LAST);
CREATE INDEX inventory_movements_of_item ON inventory_movements USING btree (item_id, "position" DESC NULLS LAST);
CREATE INDEX inventory_movements_of_lot ON inventory_movements USING btree (lot_id, "position") WHERE (lot_id IS NOT NULL);
CREATE INDEX inventory_movements_of_transfer ON inventory_movements USING btree (source_id) WHERE (source_type = 'transfer'::text);
CREATE INDEX inventory_movements_positions ON inventory_movements USING brin ("position") WITH (pages_per_range='32', autosummarize='true');
CREATE INDEX inventory_movements_sold ON inventory_movements USING btree (entity_id, created_at, item_id, delta) WHERE (reason_code = 'SALE'::text);
CREATE INDEX inventory_transfers_newest ON inventory_transfers USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX invitations_of_entity ON invitations USING btree (entity_id, created_at, id);
CREATE UNIQUE INDEX invitations_pending ON invitations USING btree (entity_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invoices_not_reported ON invoices USING btree (due_on) WHERE ((overdue_at IS NULL) AND (settled_cents < total_cents));
CREATE INDEX invoices_number_search ON invoices USING gin (search_fold(number) gin_trgm_ops);
CREATE INDEX invoices_of_buyer ON invoices USING btree (buyer_id, issued_on DESC NULLS LAST, id);
CREATE INDEX invoices_of_buyer_by_change ON invoices USING btree (buyer_id, updated_at, id);
CREATE INDEX invoices_of_buyer_by_due ON invoices USING btree (buyer_id, due_on, id);
CREATE INDEX invoices_of_seller ON invoices USING btree (seller_id, issued_on DESC NULLS LAST, id);
CREATE INDEX invoices_of_seller_by_change ON invoices USING btree (seller_id, updated_at, id);
CREATE INDEX invoices_of_seller_by_due ON invoices USING btree (seller_id, due_on, id);
CREATE INDEX invoices_open ON invoices USING btree (seller_id, buyer_id, due_on, issued_on, total_cents, settled_cents) WHERE (settled_cents < total_cents);
CREATE INDEX invoices_open_of_buyer ON invoices USING btree (buyer_id, due_on) WHERE (settled_cents < total_cents);
CREATE INDEX invoices_pending ON invoices USING btree (pending_until) WHERE (pending_until IS NOT NULL);
CREATE INDEX known_devices_used ON known_devices USING btree (used_at);
CREATE INDEX licenses_by_age ON licenses USING btree (entity_id, created_at, id);
CREATE INDEX licenses_expiring ON licenses USING btree (expires_on) WHERE (expires_on IS NOT NULL);
CREATE INDEX licenses_number ON licenses USING btree (license_form(number));
CREATE INDEX licenses_of_location ON licenses USING btree (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX listings_by_age ON listings USING btree (seller_id, created_at, id);
CREATE INDEX listings_by_change ON listings USING btree (seller_id, updated_at);
CREATE INDEX listings_of_product ON listings USING btree (product_id, seller_id);
CREATE INDEX listings_offered ON listings USING btree (seller_id, variant_id) WHERE (visibility = 'offered'::text);
CREATE INDEX locations_by_age ON locations USING btree (entity_id, created_at, id);
CREATE INDEX lot_reach_by_change ON lot_reach USING btree (entity_id, updated_at, lot_id);
CREATE INDEX lot_reach_newest ON lot_reach USING btree (entity_id, created_at DESC NULLS LAST, lot_id);
CREATE INDEX lot_reach_of_lot ON lot_reach USING btree (lot_id);
CREATE INDEX lot_sources_of_source ON lot_sources USING btree (source_lot_id, lot_id);
CREATE INDEX lots_by_change ON lots USING btree (updated_at) WHERE (updated_at IS NOT NULL);
CREATE INDEX lots_by_tag ON lots USING btree (package_tag) WHERE (package_tag IS NOT NULL);
CREATE INDEX lots_of_batch ON lots USING btree (batch_id, created_at, id);
CREATE INDEX lots_of_creator ON lots USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX merged_batches_of_batch ON merged_batches USING btree (into_id);
CREATE INDEX mfa_challenges_expiry ON mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_of_user ON mfa_challenges USING btree (user_id);
CREATE INDEX notifications_age ON notifications USING btree (created_at);
CREATE UNIQUE INDEX notifications_counting ON notifications USING btree (user_id, kind, cause_id, counted_hour) WHERE (counted_hour IS NOT NULL);
CREATE INDEX notifications_for_digest ON notifications USING btree (user_id, created_at) WHERE (mail = 'daily'::text);
CREATE INDEX notifications_of_user ON notifications USING btree (user_id, created_at DESC NULLS LAST, id) WHERE bell;
CREATE INDEX notifications_to_mail ON notifications USING btree (user_id) WHERE (mail = 'at_once'::text);
CREATE INDEX notifications_unread ON notifications USING btree (user_id, created_at DESC NULLS LAST, id) WHERE (bell AND (read_at IS NULL));
CREATE INDEX offer_buyers_of_account ON offer_buyers USING btree (seller_id, buyer_id);
CREATE INDEX offer_items_of_variant ON offer_items USING btree (variant_id, offer_id);
CREATE INDEX offers_by_age ON offers USING btree (entity_id, created_at, id);
CREATE INDEX offers_by_end ON offers USING btree (entity_id, ends_at);
CREATE INDEX order_allocations_of_lot ON order_allocations USING btree (lot_id) WHERE (lot_id IS NOT NULL);
CREATE INDEX order_allocations_of_order ON order_allocations USING btree (order_id);
CREATE INDEX order_allocations_of_stock ON order_allocations USING btree (inventory_item_id) WHERE (shipped_at IS NULL);
CREATE INDEX order_allocations_with_lot ON order_allocations USING btree (order_item_id) WHERE (lot_id IS NOT NULL);
CREATE INDEX order_changes_of_entity ON order_changes USING btree (entity_id);
CREATE INDEX order_comments_of_order ON order_comments USING btree (order_id, created_at, id);
CREATE INDEX order_history_of_order ON order_history USING btree (order_id, id);
CREATE INDEX order_items_bought ON order_items USING btree (retailer_id, variant_id, created_at);
CREATE INDEX order_items_of_product ON order_items USING btree (product_id, order_id);
CREATE INDEX orders_bought ON orders USING btree (retailer_id, created_at DESC NULLS LAST, id, wholesaler_id, status, delivery_date, total_cents);
CREATE INDEX orders_by_change ON orders USING btree (updated_at, wholesaler_id, retailer_id, id);
CREATE INDEX orders_ending ON orders USING btree ("right"(order_number, 6));
CREATE INDEX orders_of_wholesaler_by_delivery ON orders USING btree (wholesaler_id, delivery_date, id);
CREATE INDEX orders_of_wholesaler_by_latest_delivery ON orders USING btree (wholesaler_id, delivery_date DESC NULLS LAST, id);
CREATE INDEX orders_of_wholesaler_by_party ON orders USING btree (wholesaler_id, retailer_id, created_at DESC NULLS LAST, id);
CREATE INDEX orders_of_wholesaler_by_total ON orders USING btree (wholesaler_id, total_cents, id);
CREATE INDEX orders_open ON orders USING btree (retailer_id, wholesaler_id, status, total_cents, id) WHERE (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'preparing'::text, 'shipped'::text]));
CREATE INDEX orders_search ON orders USING gin (search_fold(order_number) gin_trgm_ops, search_fold(po_number) gin_trgm_ops);
CREATE INDEX orders_sold ON orders USING btree (wholesaler_id, created_at DESC NULLS LAST, id, status);
CREATE INDEX orders_sold_by_rank ON orders USING btree (wholesaler_id, order_rank(status), id, created_at, status);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_of_session ON passkey_challenges USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);
CREATE INDEX password_resets_expiry ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_user ON password_resets USING btree (user_id);
CREATE INDEX payments_alike ON payments USING btree (seller_id, buyer_id, received_on);
CREATE INDEX payments_left ON payments USING btree (seller_id, buyer_id) WHERE ((allocated_cents < amount_cents) AND (status = 'recorded'::text) AND (kind = 'payment'::text));
CREATE INDEX payments_left_by_day ON payments USING btree (seller_id, received_on DESC NULLS LAST, id) WHERE ((allocated_cents < amount_cents) AND (status = 'recorded'::text) AND (kind = 'payment'::text));
CREATE INDEX payments_left_by_day_of_buyer ON payments USING btree (buyer_id, received_on DESC NULLS LAST, id) WHERE ((allocated_cents < amount_cents) AND (status = 'recorded'::text) AND (kind = 'payment'::text));
CREATE INDEX payments_of_buyer ON payments USING btree (buyer_id, received_on DESC NULLS LAST, id);
CREATE INDEX payments_of_buyer_by_change ON payments USING btree (buyer_id, updated_at, id);
CREATE INDEX payments_of_seller ON payments USING btree (seller_id, received_on DESC NULLS LAST, id);
CREATE INDEX payments_of_seller_by_change ON payments USING btree (seller_id, updated_at, id);
CREATE INDEX payments_search ON payments USING gin (search_fold(reference) gin_trgm_ops);
CREATE INDEX payments_voided_by_day ON payments USING btree (seller_id, voided_on) WHERE (voided_on IS NOT NULL);
CREATE INDEX payments_voided_by_day_of_buyer ON payments USING btree (buyer_id, voided_on) WHERE (voided_on IS NOT NULL);
CREATE INDEX pending_uploads_by_age ON pending_uploads USING btree (started_at);
CREATE UNIQUE INDEX pos_mappings_external_id ON pos_mappings USING btree (connection_id, external_id);
CREATE UNIQUE INDEX pos_mappings_sku ON pos_mappings USING btree (connection_id, sku);
CREATE INDEX pos_unmatched_newest ON pos_unmatched USING btree (connection_id, seen_at DESC NULLS LAST, key);
CREATE INDEX price_lists_by_age ON price_lists USING btree (entity_id, created_at, id);
CREATE INDEX price_rules_of_variant ON price_rules USING btree (variant_id);
CREATE INDEX product_coas_latest ON product_coas USING btree (product_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX product_coas_of_batch ON product_coas USING btree (batch, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX product_images_of_product ON product_images USING btree (product_id);
CREATE UNIQUE INDEX product_images_of_source ON product_images USING btree (product_id, md5(source)) WHERE (source IS NOT NULL);
CREATE INDEX product_images_without_medium ON product_images USING btree (id) WHERE (medium_size IS NULL);
CREATE INDEX product_variants_by_change ON product_variants USING btree (updated_at);
CREATE INDEX product_variants_by_weight ON product_variants USING btree (id) WHERE (step IS NOT NULL);
CREATE INDEX product_variants_deleted ON product_variants USING btree (id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX product_variants_not_sold ON product_variants USING btree (entity_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX product_variants_of_entity ON product_variants USING btree (entity_id, id, product_id, step);
CREATE INDEX product_variants_of_product ON product_variants USING btree (product_id, "position", id);
CREATE UNIQUE INDEX product_variants_sku ON product_variants USING btree (entity_id, sku) WHERE (deleted_at IS NULL);
CREATE INDEX product_variants_sku_search ON product_variants USING gin (search_fold(sku) gin_trgm_ops);
CREATE INDEX product_variants_with_threshold ON product_variants USING btree (entity_id) WHERE (low_stock_threshold IS NOT NULL);
CREATE INDEX product_windows_of_side ON product_windows USING btree (entity_id, days, side, cents DESC NULLS LAST, product_id);
CREATE INDEX products_by_brand ON products USING btree (entity_id, brand) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_category ON products USING btree (entity_id, category, created_at DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_change ON products USING btree (updated_at, entity_id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_name ON products USING btree (entity_id, name COLLATE names, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_groups ON products USING btree (entity_id, id, brand, category);
CREATE UNIQUE INDEX products_import_key ON products USING btree (entity_id, import_key) WHERE (deleted_at IS NULL);
CREATE INDEX products_name_search ON products USING gin (search_fold(name) gin_trgm_ops);
CREATE INDEX products_newest ON products USING btree (entity_id, created_at DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_not_sold ON products USING btree (entity_id, id) WHERE ((NOT active) OR (deleted_at IS NOT NULL));
CREATE INDEX products_offered ON products USING btree (entity_id, id) WHERE (visibility = 'offered'::text);
CREATE INDEX rate_limits_expiry ON rate_limits USING btree (expire);
CREATE INDEX recall_batches_of_batch ON recall_batches USING btree (batch_id, recall_id);
CREATE INDEX recall_batches_of_entity ON recall_batches USING btree (entity_id, recall_id);
CREATE INDEX recall_responses_of_entity ON recall_responses USING btree (entity_id, recall_id);
CREATE INDEX recall_responses_of_supplier ON recall_responses USING btree (recall_id, supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX recalls_of_batch ON recalls USING btree (batch_id, created_at DESC NULLS LAST);
CREATE INDEX recalls_of_entity ON recalls USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE UNIQUE INDEX recalls_open ON recalls USING btree (batch_id) WHERE (closed_at IS NULL);
CREATE INDEX receipt_lines_of_line ON receipt_lines USING btree (order_item_id);
CREATE INDEX receipts_of_entity ON receipts USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX receipts_of_entity_by_change ON receipts USING btree (entity_id, updated_at, id);
CREATE INDEX receipts_of_wholesaler ON receipts USING btree (wholesaler_id, created_at DESC NULLS LAST, id);
CREATE INDEX receipts_of_wholesaler_by_change ON receipts USING btree (wholesaler_id, updated_at, id);
CREATE INDEX report_schedules_of_entity ON report_schedules USING btree (entity_id, created_at, id);
CREATE INDEX returns_by_change ON returns USING btree (updated_at, entity_id);
CREATE INDEX returns_of_entity ON returns USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX returns_of_order ON returns USING btree (order_id);
CREATE INDEX returns_of_receipt ON returns USING btree (receipt_id);
CREATE INDEX sales_changes_of_entity ON sales_changes USING btree (entity_id);
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (user_id, list, lower(name));
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX shared_events_of_entity ON shared_events USING btree (entity_id, event_id);
CREATE INDEX sign_ups_expiry ON sign_ups USING btree (expires_at);
CREATE INDEX stock_changes_of_entity ON stock_changes USING btree (entity_id);
CREATE INDEX stock_count_entries_of_item ON stock_count_entries USING btree (item_id, count_id, counted_at, "position");
CREATE INDEX stock_count_lines_of_item ON stock_count_lines USING btree (item_id);
CREATE INDEX stock_counts_newest ON stock_counts USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX stock_counts_open ON stock_counts USING btree (entity_id) WHERE (status = ANY (ARRAY['counting'::text, 'review'::text]));
CREATE INDEX stock_levels_by_age ON stock_levels USING btree (entity_id, created_at, id);
CREATE INDEX stock_levels_by_band ON stock_levels USING btree (entity_id, band);
CREATE INDEX stock_levels_by_category ON stock_levels USING btree (entity_id, category, product_name COLLATE names, id);
CREATE INDEX stock_levels_by_cost ON stock_levels USING btree (entity_id, average_cost, id);
CREATE INDEX stock_levels_by_expiration ON stock_levels USING btree (entity_id, expires_on) WHERE (expires_on IS NOT NULL);
CREATE INDEX stock_levels_by_location ON stock_levels USING btree (entity_id, location_id, product_name COLLATE names, id);
CREATE INDEX stock_levels_by_sku ON stock_levels USING btree (entity_id, sku);
CREATE INDEX stock_levels_in_order ON stock_levels USING btree (entity_id, product_name COLLATE names, product_id, package_mg, variant_id, location_id, id);
CREATE INDEX stock_levels_of_product ON stock_levels USING btree (product_id, entity_id);
CREATE INDEX stock_levels_of_variant ON stock_levels USING btree (variant_id, entity_id, band);
CREATE INDEX stock_levels_search ON stock_levels USING gin (search_fold(product_name) gin_trgm_ops);
CREATE INDEX stock_levels_sku_search ON stock_levels USING gin (search_fold(sku) gin_trgm_ops);
CREATE INDEX stock_levels_with_blocked ON stock_levels USING btree (entity_id, product_name COLLATE names, id) WHERE (blocked > 0);
CREATE INDEX supplier_notes_by_representative ON supplier_notes USING btree (buyer_id, representative_id);
CREATE INDEX sync_runs_active_of_entity ON sync_runs USING btree (entity_id, created_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX sync_runs_lease ON sync_runs USING btree (lease_until) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX sync_runs_newest ON sync_runs USING btree (entity_id, created_at DESC NULLS LAST, id);
CREATE INDEX sync_runs_of_connection ON sync_runs USING btree (connection_id, created_at DESC NULLS LAST);
CREATE UNIQUE INDEX sync_runs_one_active ON sync_runs USING btree (location_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX tax_rules_by_age ON tax_rules USING btree (entity_id, created_at, id);
CREATE UNIQUE INDEX users_email ON users USING btree (email) WHERE (removed_at IS NULL);
CREATE INDEX variant_changes_of_entity ON variant_changes USING btree (entity_id);
CREATE INDEX variant_sales_of_buyer ON variant_sales USING btree (buyer_id, day);
CREATE INDEX variant_sales_of_variant ON variant_sales USING btree (seller_id, variant_id, day);
CREATE INDEX vehicles_by_age ON vehicles USING btree (entity_id, created_at, id);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts USING btree (delivery_id, at);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries USING btree (endpoint_id, created_at, id);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries USING btree (endpoint_id, event_id);
CREATE INDEX webhook_endpoints_of_entity ON webhook_endpoints USING btree (entity_id, created_at, id);
CREATE INDEX worker_pools_seen ON worker_pools USING btree (seen_at);
--> statement-breakpoint
CREATE TRIGGER accounting_accounts_updated_at BEFORE UPDATE ON accounting_accounts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER accounts_updated_at BEFORE UPDATE ON accounts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_digest BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION digest_audit();
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON audit_seals FOR EACH ROW WHEN ((old.sealed_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER backorders_updated_at BEFORE UPDATE ON backorders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER batches_expire_levels AFTER UPDATE ON batches FOR EACH ROW WHEN ((new.expires_on IS DISTINCT FROM old.expires_on)) EXECUTE FUNCTION expire_levels_of_batch();
CREATE TRIGGER batches_lock_adopted BEFORE UPDATE OF adopted ON batches FOR EACH ROW WHEN ((new.adopted AND (NOT old.adopted))) EXECUTE FUNCTION lock_adopted_batch();
CREATE TRIGGER batches_reach_changed AFTER UPDATE ON batches FOR EACH ROW WHEN (((new.adopted IS DISTINCT FROM old.adopted) OR (new.batch_id IS DISTINCT FROM old.batch_id) OR (new.expires_on IS DISTINCT FROM old.expires_on))) EXECUTE FUNCTION reach_batch();
CREATE TRIGGER batches_reach_created AFTER INSERT ON batches FOR EACH ROW EXECUTE FUNCTION reach_batch();
CREATE TRIGGER batches_updated_at BEFORE UPDATE ON batches FOR EACH ROW WHEN ((old.product_id, old.batch_id, old.harvested_on, old.packaged_on, old.expires_on, old.test_status, old.held_at, old.hold_reason, old.recall_id, old.entity_id, old.adopted, old.created_at, old.updated_at, old.duplicate_of) IS DISTINCT FROM (new.product_id, new.batch_id, new.harvested_on, new.packaged_on, new.expires_on, new.test_status, new.held_at, new.hold_reason, new.recall_id, new.entity_id, new.adopted, new.created_at, new.updated_at, new.duplicate_of)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER carts_updated_at BEFORE UPDATE ON carts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER connections_ended AFTER DELETE ON connections REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION touch_ended_accounts();
CREATE TRIGGER connections_open_accounts AFTER INSERT OR UPDATE OF status ON connections FOR EACH ROW WHEN ((new.status = 'accepted'::text)) EXECUTE FUNCTION open_accounts();
CREATE TRIGGER connections_updated_at BEFORE UPDATE ON connections FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER credit_notes_updated_at BEFORE UPDATE ON credit_notes FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER drivers_updated_at BEFORE UPDATE ON drivers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER entities_add_license AFTER INSERT ON entities FOR EACH ROW EXECUTE FUNCTION add_main_license();
CREATE TRIGGER entities_move_order_days AFTER UPDATE OF timezone ON entities FOR EACH ROW WHEN ((new.timezone <> old.timezone)) EXECUTE FUNCTION move_order_days();
CREATE TRIGGER entities_requeue_sales AFTER UPDATE OF timezone ON entities FOR EACH ROW WHEN ((new.timezone <> old.timezone)) EXECUTE FUNCTION requeue_sales();
CREATE TRIGGER entities_requeue_variant_sales AFTER UPDATE OF timezone ON entities FOR EACH ROW WHEN ((new.timezone <> old.timezone)) EXECUTE FUNCTION requeue_variant_sales();
CREATE TRIGGER entities_touch_accounts AFTER UPDATE OF name, legal_name, license_number, license_type, license_expiry, street, city, state, zip, contact_email, contact_phone, managed_by ON entities FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_accounts_of_buyer();
CREATE TRIGGER entities_write_license AFTER UPDATE OF license_number, license_type, license_expiry, license_verified, state ON entities FOR EACH ROW WHEN ((old.license_number, old.license_type, old.license_expiry, old.license_verified, old.state) IS DISTINCT FROM (new.license_number, new.license_type, new.license_expiry, new.license_verified, new.state)) EXECUTE FUNCTION write_main_license();
CREATE TRIGGER follow_ups_updated_at BEFORE UPDATE ON follow_ups FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER inventory_items_add_change AFTER UPDATE ON inventory_items FOR EACH ROW WHEN (((new.quantity <> old.quantity) OR (new.average_cost <> old.average_cost))) EXECUTE FUNCTION add_stock_change();
CREATE TRIGGER inventory_items_open_levels AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION open_stock_levels();
CREATE TRIGGER inventory_items_reach_products AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION reach_stocked_products();
CREATE TRIGGER inventory_items_reprice_level AFTER UPDATE ON inventory_items FOR EACH ROW WHEN (((new.average_cost <> old.average_cost) AND (old.quantity > 0))) EXECUTE FUNCTION reprice_level();
CREATE TRIGGER inventory_items_updated_at BEFORE UPDATE ON inventory_items FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER inventory_lots_expire_level AFTER UPDATE ON inventory_lots FOR EACH ROW WHEN (((new.quantity > 0) <> (old.quantity > 0))) EXECUTE FUNCTION expire_level_of_lot();
CREATE TRIGGER inventory_lots_expire_level_opened AFTER INSERT ON inventory_lots FOR EACH ROW WHEN ((new.quantity > 0)) EXECUTE FUNCTION expire_level_of_lot();
CREATE TRIGGER inventory_lots_reach AFTER INSERT ON inventory_lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_held_lots();
CREATE TRIGGER inventory_movements_add_sale AFTER INSERT ON inventory_movements FOR EACH ROW WHEN (((new.reason_code = 'SALE'::text) AND (new.delta <> 0))) EXECUTE FUNCTION add_sale_change();
CREATE TRIGGER inventory_movements_append_only BEFORE DELETE OR UPDATE ON inventory_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_updated_at BEFORE UPDATE ON invoices FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE ON ledger_seals FOR EACH ROW WHEN ((old.sealed_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER licenses_moved BEFORE UPDATE OF entity_id ON licenses FOR EACH ROW WHEN ((old.entity_id <> new.entity_id)) EXECUTE FUNCTION age_moved_license();
CREATE TRIGGER licenses_shown AFTER UPDATE ON licenses REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_licenses();
CREATE TRIGGER licenses_shown_added AFTER INSERT ON licenses REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_licenses();
CREATE TRIGGER licenses_shown_ended AFTER DELETE ON licenses REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_licenses();
CREATE TRIGGER licenses_updated_at BEFORE UPDATE ON licenses FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER listings_own_sku BEFORE INSERT OR UPDATE OF sku ON listings FOR EACH ROW EXECUTE FUNCTION reject_own_sku();
CREATE TRIGGER listings_updated_at BEFORE UPDATE ON listings FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER locations_add_license AFTER INSERT ON locations FOR EACH ROW WHEN ((new.license_number IS NOT NULL)) EXECUTE FUNCTION write_premises_license();
CREATE TRIGGER locations_licensed AFTER INSERT ON locations REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_licenses();
CREATE TRIGGER locations_moved AFTER UPDATE ON locations REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION move_premises_licenses();
CREATE TRIGGER locations_touch_accounts AFTER UPDATE ON locations REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION touch_accounts_of_location();
CREATE TRIGGER locations_touch_accounts_added AFTER INSERT ON locations REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION touch_accounts_of_location();
CREATE TRIGGER locations_write_license AFTER UPDATE OF license_number ON locations FOR EACH ROW WHEN ((old.license_number IS DISTINCT FROM new.license_number)) EXECUTE FUNCTION write_premises_license();
CREATE TRIGGER lot_reach_reaches_batches AFTER INSERT ON lot_reach REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reach_batches_of_lots();
CREATE TRIGGER lot_sources_reach AFTER INSERT ON lot_sources FOR EACH ROW EXECUTE FUNCTION reach_source_lot();
CREATE TRIGGER lots_expire_levels AFTER UPDATE OF batch_id ON lots FOR EACH ROW WHEN ((new.batch_id <> old.batch_id)) EXECUTE FUNCTION expire_levels_of_lot();
CREATE TRIGGER lots_reach AFTER INSERT OR UPDATE OF batch_id ON lots FOR EACH ROW EXECUTE FUNCTION reach_lot();
CREATE TRIGGER lots_updated_at BEFORE UPDATE ON lots FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER offers_updated_at BEFORE UPDATE ON offers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER order_allocations_reach AFTER UPDATE ON order_allocations REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION reach_shipped_lots();
CREATE TRIGGER order_allocations_reach_inserted AFTER INSERT ON order_allocations FOR EACH ROW WHEN (((new.lot_id IS NOT NULL) AND (new.shipped_at IS NOT NULL))) EXECUTE FUNCTION reach_shipped_lot();
CREATE TRIGGER order_items_add_sales AFTER INSERT ON order_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_sales();
CREATE TRIGGER order_items_change_sales AFTER UPDATE ON order_items FOR EACH ROW WHEN (((new.order_id IS DISTINCT FROM old.order_id) OR (new.product_id IS DISTINCT FROM old.product_id) OR (new.variant_id IS DISTINCT FROM old.variant_id) OR (new.quantity IS DISTINCT FROM old.quantity) OR (new.total_cents IS DISTINCT FROM old.total_cents))) EXECUTE FUNCTION change_sales();
CREATE TRIGGER order_items_remove_sales AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION change_sales();
CREATE TRIGGER orders_add_changes AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_order_changes();
CREATE TRIGGER orders_move_changes AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION move_order_changes();
CREATE TRIGGER orders_move_sales AFTER UPDATE ON orders FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) IS DISTINCT FROM (old.status = 'cancelled'::text)) OR (new.created_at IS DISTINCT FROM old.created_at) OR (new.wholesaler_id IS DISTINCT FROM old.wholesaler_id) OR (new.retailer_id IS DISTINCT FROM old.retailer_id))) EXECUTE FUNCTION move_sales();
CREATE TRIGGER orders_updated_at BEFORE UPDATE ON orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER payments_updated_at BEFORE UPDATE ON payments FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER price_lists_updated_at BEFORE UPDATE ON price_lists FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER product_coas_added AFTER INSERT ON product_coas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
CREATE TRIGGER product_coas_append_only BEFORE DELETE OR UPDATE ON product_coas FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER product_variants_added AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
CREATE TRIGGER product_variants_changed AFTER UPDATE ON product_variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_products();
CREATE TRIGGER product_variants_listed_sku BEFORE INSERT OR UPDATE OF sku ON product_variants FOR EACH ROW EXECUTE FUNCTION reject_listed_sku();
CREATE TRIGGER product_variants_updated_at BEFORE UPDATE ON product_variants FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER product_variants_weigh_levels AFTER UPDATE OF weight, weight_unit ON product_variants FOR EACH ROW WHEN ((package_weight(old.weight, old.weight_unit) <> package_weight(new.weight, new.weight_unit))) EXECUTE FUNCTION weigh_stock_levels();
CREATE TRIGGER products_recategorize_stock AFTER UPDATE ON products FOR EACH ROW WHEN ((new.category <> old.category)) EXECUTE FUNCTION recategorize_stock();
CREATE TRIGGER products_updated_at BEFORE UPDATE ON products FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER recall_batch_owner BEFORE INSERT ON recall_batches FOR EACH ROW WHEN ((new.entity_id IS NULL)) EXECUTE FUNCTION recall_batch_owner();
CREATE TRIGGER recalls_updated_at BEFORE UPDATE ON recalls FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER receipts_updated_at BEFORE UPDATE OF notes, credit_cents, actor_id, actor_name, corrected_at, updated_at ON receipts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER report_schedules_updated_at BEFORE UPDATE ON report_schedules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER retail_prices_changed AFTER INSERT OR DELETE OR UPDATE ON retail_prices FOR EACH ROW EXECUTE FUNCTION touch_priced_items();
CREATE TRIGGER returns_updated_at BEFORE UPDATE ON returns FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER saved_views_updated_at BEFORE UPDATE ON saved_views FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER stock_counts_updated_at BEFORE UPDATE ON stock_counts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER stock_levels_change_variants AFTER UPDATE ON stock_levels FOR EACH ROW WHEN (((new.band > 0) <> (old.band > 0))) EXECUTE FUNCTION add_variant_changes();
CREATE TRIGGER stock_levels_close_variants AFTER DELETE ON stock_levels FOR EACH ROW WHEN ((old.band > 0)) EXECUTE FUNCTION add_variant_changes();
CREATE TRIGGER stock_levels_open_variants AFTER INSERT ON stock_levels FOR EACH ROW WHEN ((new.band > 0)) EXECUTE FUNCTION add_variant_changes();
CREATE TRIGGER supplier_notes_updated_at BEFORE UPDATE ON supplier_notes FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER tax_rules_updated_at BEFORE UPDATE ON tax_rules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER vehicles_updated_at BEFORE UPDATE ON vehicles FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
ALTER TABLE accounting_accounts ADD CONSTRAINT accounting_accounts_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE accounting_exports ADD CONSTRAINT accounting_exports_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE accounting_files ADD CONSTRAINT accounting_files_export_id_accounting_exports_id_fk FOREIGN KEY (export_id) REFERENCES accounting_exports(id) ON DELETE CASCADE;
ALTER TABLE accounting_rows ADD CONSTRAINT accounting_rows_export_id_accounting_exports_id_fk FOREIGN KEY (export_id) REFERENCES accounting_exports(id) ON DELETE SET NULL;
ALTER TABLE accounts ADD CONSTRAINT accounts_buyer_id_entities_id_fk FOREIGN KEY (buyer_id) REFERENCES entities(id);
ALTER TABLE accounts ADD CONSTRAINT accounts_price_list FOREIGN KEY (seller_id, price_list_id) REFERENCES price_lists(entity_id, id);
ALTER TABLE accounts ADD CONSTRAINT accounts_representative FOREIGN KEY (seller_id, representative_id) REFERENCES users(entity_id, id);
ALTER TABLE accounts ADD CONSTRAINT accounts_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE allocations ADD CONSTRAINT allocations_credit_note FOREIGN KEY (seller_id, buyer_id, credit_note_id) REFERENCES credit_notes(seller_id, buyer_id, id) ON UPDATE CASCADE DEFERRABLE;
ALTER TABLE allocations ADD CONSTRAINT allocations_invoice FOREIGN KEY (seller_id, buyer_id, invoice_id) REFERENCES invoices(seller_id, buyer_id, id) ON UPDATE CASCADE DEFERRABLE;
ALTER TABLE allocations ADD CONSTRAINT allocations_payment FOREIGN KEY (seller_id, buyer_id, payment_id) REFERENCES payments(seller_id, buyer_id, id) ON UPDATE CASCADE DEFERRABLE;
ALTER TABLE allocations ADD CONSTRAINT allocations_refund FOREIGN KEY (seller_id, buyer_id, refund_id) REFERENCES payments(seller_id, buyer_id, id) ON UPDATE CASCADE DEFERRABLE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_entity_id_user_id_users_entity_id_id_fk FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id);
ALTER TABLE backorder_fills ADD CONSTRAINT backorder_fills_backorder_id_backorders_id_fk FOREIGN KEY (backorder_id) REFERENCES backorders(id);
ALTER TABLE backorder_fills ADD CONSTRAINT backorder_fills_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE backorders ADD CONSTRAINT backorders_buyer_id_entities_id_fk FOREIGN KEY (buyer_id) REFERENCES entities(id);
ALTER TABLE backorders ADD CONSTRAINT backorders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE backorders ADD CONSTRAINT backorders_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
ALTER TABLE backorders ADD CONSTRAINT backorders_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE backorders ADD CONSTRAINT backorders_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE batch_holds ADD CONSTRAINT batch_holds_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE batch_holds ADD CONSTRAINT batch_holds_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE batch_notes ADD CONSTRAINT batch_notes_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
ALTER TABLE batch_notes ADD CONSTRAINT batch_notes_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE batch_notices ADD CONSTRAINT batch_notices_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
ALTER TABLE batch_notices ADD CONSTRAINT batch_notices_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE batch_reach ADD CONSTRAINT batch_reach_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
ALTER TABLE batches ADD CONSTRAINT batches_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE batches ADD CONSTRAINT batches_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
ALTER TABLE batches ADD CONSTRAINT batches_recall FOREIGN KEY (recall_id) REFERENCES recalls(id);
ALTER TABLE business_invitations ADD CONSTRAINT business_invitations_customer_id_entities_id_fk FOREIGN KEY (customer_id) REFERENCES entities(id);
ALTER TABLE business_invitations ADD CONSTRAINT business_invitations_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE carts ADD CONSTRAINT carts_supplier_id_entities_id_fk FOREIGN KEY (supplier_id) REFERENCES entities(id);
ALTER TABLE carts ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE claimants ADD CONSTRAINT claimants_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE claims ADD CONSTRAINT claims_claimant_id_claimants_id_fk FOREIGN KEY (claimant_id) REFERENCES claimants(id) ON DELETE SET NULL;
ALTER TABLE claims ADD CONSTRAINT claims_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE claims ADD CONSTRAINT claims_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE connections ADD CONSTRAINT connections_requester_id_entities_id_fk FOREIGN KEY (requester_id) REFERENCES entities(id);
ALTER TABLE connections ADD CONSTRAINT connections_target_id_entities_id_fk FOREIGN KEY (target_id) REFERENCES entities(id);
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE;
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_invoice FOREIGN KEY (seller_id, buyer_id, invoice_id) REFERENCES invoices(seller_id, buyer_id, id) ON UPDATE CASCADE DEFERRABLE;
ALTER TABLE document_counters ADD CONSTRAINT document_counters_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE drafts ADD CONSTRAINT drafts_buyer_id_entities_id_fk FOREIGN KEY (buyer_id) REFERENCES entities(id);
ALTER TABLE drafts ADD CONSTRAINT drafts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE drafts ADD CONSTRAINT drafts_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE drivers ADD CONSTRAINT drivers_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE entities ADD CONSTRAINT entities_managed_by_entities_id_fk FOREIGN KEY (managed_by) REFERENCES entities(id);
ALTER TABLE entity_aliases ADD CONSTRAINT entity_aliases_alias_id_entities_id_fk FOREIGN KEY (alias_id) REFERENCES entities(id);
ALTER TABLE entity_aliases ADD CONSTRAINT entity_aliases_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE entity_aliases ADD CONSTRAINT entity_aliases_survivor_id_entities_id_fk FOREIGN KEY (survivor_id) REFERENCES entities(id);
ALTER TABLE entity_exports ADD CONSTRAINT entity_exports_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE entity_logos ADD CONSTRAINT entity_logos_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE external_ids ADD CONSTRAINT external_ids_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE follow_ups ADD CONSTRAINT follow_ups_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE follow_ups ADD CONSTRAINT follow_ups_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE follow_ups ADD CONSTRAINT follow_ups_member FOREIGN KEY (entity_id, member_id) REFERENCES users(entity_id, id);
ALTER TABLE import_lines ADD CONSTRAINT import_lines_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
ALTER TABLE import_mappings ADD CONSTRAINT import_mappings_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE imported_products ADD CONSTRAINT imported_products_import_id_imports_id_fk FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE;
ALTER TABLE imports ADD CONSTRAINT imports_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE imports ADD CONSTRAINT imports_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_product_id_product_name_products_id_name_fk FOREIGN KEY (product_id, product_name) REFERENCES products(id, name) ON UPDATE CASCADE;
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_variant_id_sku_product_variants_id_sku_fk FOREIGN KEY (variant_id, sku) REFERENCES product_variants(id, sku) ON UPDATE CASCADE;
ALTER TABLE inventory_items ADD CONSTRAINT inventory_items_variant_of_product FOREIGN KEY (product_id, variant_id) REFERENCES product_variants(product_id, id);
ALTER TABLE inventory_lots ADD CONSTRAINT inventory_lots_item FOREIGN KEY (entity_id, inventory_item_id) REFERENCES inventory_items(entity_id, id);
ALTER TABLE inventory_lots ADD CONSTRAINT inventory_lots_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE inventory_movements ADD CONSTRAINT inventory_movements_item FOREIGN KEY (entity_id, item_id) REFERENCES inventory_items(entity_id, id);
ALTER TABLE inventory_movements ADD CONSTRAINT inventory_movements_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE inventory_transfers ADD CONSTRAINT inventory_transfers_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE invitations ADD CONSTRAINT invitations_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE invoices ADD CONSTRAINT invoices_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE;
ALTER TABLE invoices ADD CONSTRAINT invoices_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE known_devices ADD CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE licenses ADD CONSTRAINT licenses_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE licenses ADD CONSTRAINT licenses_location FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id) ON UPDATE CASCADE;
ALTER TABLE listings ADD CONSTRAINT listings_seller_id_entities_id_fk FOREIGN KEY (seller_id) REFERENCES entities(id);
ALTER TABLE listings ADD CONSTRAINT listings_variant FOREIGN KEY (product_id, variant_id) REFERENCES product_variants(product_id, id);
ALTER TABLE locations ADD CONSTRAINT locations_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE lot_reach ADD CONSTRAINT lot_reach_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id) ON DELETE CASCADE;
ALTER TABLE lot_sources ADD CONSTRAINT lot_sources_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE lot_sources ADD CONSTRAINT lot_sources_source_lot_id_lots_id_fk FOREIGN KEY (source_lot_id) REFERENCES lots(id);
ALTER TABLE lots ADD CONSTRAINT lots_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE lots ADD CONSTRAINT lots_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE lots ADD CONSTRAINT lots_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE member_locations ADD CONSTRAINT member_locations_location FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id) ON DELETE CASCADE;
ALTER TABLE member_locations ADD CONSTRAINT member_locations_user FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id) ON DELETE CASCADE;
ALTER TABLE merged_batches ADD CONSTRAINT merged_batches_into_id_batches_id_fk FOREIGN KEY (into_id) REFERENCES batches(id) ON DELETE CASCADE;
ALTER TABLE mfa_challenges ADD CONSTRAINT mfa_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE notifications ADD CONSTRAINT notifications_entity_id_user_id_users_entity_id_id_fk FOREIGN KEY (entity_id, user_id) REFERENCES users(entity_id, id);
ALTER TABLE offer_breaks ADD CONSTRAINT offer_breaks_item FOREIGN KEY (offer_id, variant_id) REFERENCES offer_items(offer_id, variant_id) ON DELETE CASCADE;
ALTER TABLE offer_buyers ADD CONSTRAINT offer_buyers_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE offer_buyers ADD CONSTRAINT offer_buyers_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
ALTER TABLE offer_items ADD CONSTRAINT offer_items_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE;
ALTER TABLE offer_items ADD CONSTRAINT offer_items_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE offers ADD CONSTRAINT offers_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE order_allocations ADD CONSTRAINT order_allocations_inventory_item_id_inventory_items_id_fk FOREIGN KEY (inventory_item_id) REFERENCES inventory_items(id);
ALTER TABLE order_allocations ADD CONSTRAINT order_allocations_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE order_allocations ADD CONSTRAINT order_allocations_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_allocations ADD CONSTRAINT order_allocations_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
ALTER TABLE order_comments ADD CONSTRAINT order_comments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_history ADD CONSTRAINT order_history_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE order_seller_notes ADD CONSTRAINT order_seller_notes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE orders ADD CONSTRAINT orders_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
ALTER TABLE orders ADD CONSTRAINT orders_receiving_location FOREIGN KEY (retailer_id, receiving_location_id) REFERENCES locations(entity_id, id) DEFERRABLE;
ALTER TABLE orders ADD CONSTRAINT orders_retailer_id_entities_id_fk FOREIGN KEY (retailer_id) REFERENCES entities(id);
ALTER TABLE orders ADD CONSTRAINT orders_wholesaler_id_driver_id_drivers_entity_id_id_fk FOREIGN KEY (wholesaler_id, driver_id) REFERENCES drivers(entity_id, id);
ALTER TABLE orders ADD CONSTRAINT orders_wholesaler_id_entities_id_fk FOREIGN KEY (wholesaler_id) REFERENCES entities(id);
ALTER TABLE orders ADD CONSTRAINT orders_wholesaler_id_vehicle_id_vehicles_entity_id_id_fk FOREIGN KEY (wholesaler_id, vehicle_id) REFERENCES vehicles(entity_id, id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE password_resets ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE payments ADD CONSTRAINT payments_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE;
ALTER TABLE pos_connections ADD CONSTRAINT pos_connections_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE pos_listings ADD CONSTRAINT pos_listings_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
ALTER TABLE pos_listings ADD CONSTRAINT pos_listings_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
ALTER TABLE pos_mappings ADD CONSTRAINT pos_mappings_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
ALTER TABLE pos_mappings ADD CONSTRAINT pos_mappings_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE pos_packages ADD CONSTRAINT pos_packages_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
ALTER TABLE pos_packages ADD CONSTRAINT pos_packages_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
ALTER TABLE pos_packages ADD CONSTRAINT pos_packages_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE pos_unmatched ADD CONSTRAINT pos_unmatched_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE CASCADE;
ALTER TABLE price_lists ADD CONSTRAINT price_lists_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE price_rules ADD CONSTRAINT price_rules_list_id_price_lists_id_fk FOREIGN KEY (list_id) REFERENCES price_lists(id) ON DELETE CASCADE;
ALTER TABLE price_rules ADD CONSTRAINT price_rules_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE product_coas ADD CONSTRAINT product_coas_batch FOREIGN KEY (batch) REFERENCES batches(id);
ALTER TABLE product_coas ADD CONSTRAINT product_coas_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
ALTER TABLE product_images ADD CONSTRAINT product_images_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
ALTER TABLE product_variants ADD CONSTRAINT product_variants_entity_id_product_id_products_entity_id_id_fk FOREIGN KEY (entity_id, product_id) REFERENCES products(entity_id, id);
ALTER TABLE products ADD CONSTRAINT products_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE recall_batches ADD CONSTRAINT recall_batches_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE recall_batches ADD CONSTRAINT recall_batches_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE recall_batches ADD CONSTRAINT recall_batches_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
ALTER TABLE recall_mails ADD CONSTRAINT recall_mails_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
ALTER TABLE recall_responses ADD CONSTRAINT recall_responses_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE recall_responses ADD CONSTRAINT recall_responses_recall_id_recalls_id_fk FOREIGN KEY (recall_id) REFERENCES recalls(id);
ALTER TABLE recall_responses ADD CONSTRAINT recall_responses_supplier_id_entities_id_fk FOREIGN KEY (supplier_id) REFERENCES entities(id);
ALTER TABLE recalls ADD CONSTRAINT recalls_batch_id_batches_id_fk FOREIGN KEY (batch_id) REFERENCES batches(id);
ALTER TABLE recalls ADD CONSTRAINT recalls_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_inventory_item_id_inventory_items_id_fk FOREIGN KEY (inventory_item_id) REFERENCES inventory_items(id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
ALTER TABLE receipt_lines ADD CONSTRAINT receipt_lines_receipt_id_receipts_id_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id);
ALTER TABLE receipts ADD CONSTRAINT receipts_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE receipts ADD CONSTRAINT receipts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE report_schedules ADD CONSTRAINT report_schedules_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE retail_prices ADD CONSTRAINT retail_prices_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE retail_prices ADD CONSTRAINT retail_prices_variant_id_product_variants_id_fk FOREIGN KEY (variant_id) REFERENCES product_variants(id);
ALTER TABLE return_lines ADD CONSTRAINT return_lines_lot_id_lots_id_fk FOREIGN KEY (lot_id) REFERENCES lots(id);
ALTER TABLE return_lines ADD CONSTRAINT return_lines_order_item_id_order_items_id_fk FOREIGN KEY (order_item_id) REFERENCES order_items(id);
ALTER TABLE return_lines ADD CONSTRAINT return_lines_return_id_returns_id_fk FOREIGN KEY (return_id) REFERENCES returns(id);
ALTER TABLE returns ADD CONSTRAINT returns_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE returns ADD CONSTRAINT returns_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE returns ADD CONSTRAINT returns_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE returns ADD CONSTRAINT returns_receipt_id_receipts_id_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE stock_count_entries ADD CONSTRAINT stock_count_entries_count_id_stock_counts_id_fk FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE;
ALTER TABLE stock_count_entries ADD CONSTRAINT stock_count_entries_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
ALTER TABLE stock_count_lines ADD CONSTRAINT stock_count_lines_count_id_stock_counts_id_fk FOREIGN KEY (count_id) REFERENCES stock_counts(id) ON DELETE CASCADE;
ALTER TABLE stock_count_lines ADD CONSTRAINT stock_count_lines_item_id_inventory_items_id_fk FOREIGN KEY (item_id) REFERENCES inventory_items(id);
ALTER TABLE stock_counts ADD CONSTRAINT stock_counts_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE stock_counts ADD CONSTRAINT stock_counts_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_product_id_category_products_id_category_fk FOREIGN KEY (product_id, category) REFERENCES products(id, category) ON UPDATE CASCADE;
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_product_id_product_name_products_id_name_fk FOREIGN KEY (product_id, product_name) REFERENCES products(id, name) ON UPDATE CASCADE;
ALTER TABLE stock_levels ADD CONSTRAINT stock_levels_variant_id_sku_product_variants_id_sku_fk FOREIGN KEY (variant_id, sku) REFERENCES product_variants(id, sku) ON UPDATE CASCADE;
ALTER TABLE supplier_notes ADD CONSTRAINT supplier_notes_account FOREIGN KEY (seller_id, buyer_id) REFERENCES accounts(seller_id, buyer_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE supplier_notes ADD CONSTRAINT supplier_notes_representative FOREIGN KEY (buyer_id, representative_id) REFERENCES users(entity_id, id);
ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_connection_id_pos_connections_id_fk FOREIGN KEY (connection_id) REFERENCES pos_connections(id) ON DELETE SET NULL;
ALTER TABLE sync_runs ADD CONSTRAINT sync_runs_entity_id_location_id_locations_entity_id_id_fk FOREIGN KEY (entity_id, location_id) REFERENCES locations(entity_id, id);
ALTER TABLE tax_rules ADD CONSTRAINT tax_rules_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE users ADD CONSTRAINT users_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE vehicles ADD CONSTRAINT vehicles_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_webhook_deliveries_id_fk FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_entity_id_entities_id_fk FOREIGN KEY (entity_id) REFERENCES entities(id);
--> statement-breakpoint
SET LOCAL check_function_bodies = true;
INSERT INTO schema_generation (generation) VALUES (31);
