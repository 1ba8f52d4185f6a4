-- old writers: safe
-- `OFFSET 0` keeps the looked-up price one value: pulled up, it was planned, and looked up, wherever it is named.
CREATE OR REPLACE FUNCTION price_at(variant uuid, steps integer, wholesale bigint, list uuid, list_bps integer, offer_ids uuid[])
RETURNS TABLE (cents bigint, source text)
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
