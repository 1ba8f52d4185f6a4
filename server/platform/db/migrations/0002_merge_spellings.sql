-- old writers: safe
-- Spellings of one number that were batches of their own are merged where nothing that was written of them differs: dates,
-- results, certificates, holds, notes and recalls. Where both have a lot of the same package they stay: lots have a ledger.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM batches WHERE duplicate_of IS NOT NULL ORDER BY created_at, id LOOP
    PERFORM FROM batches b JOIN batches d ON d.id = one.id WHERE b.id IN (d.id, d.duplicate_of) ORDER BY b.id FOR UPDATE OF b;
    WITH pair AS (
      SELECT d.id, f.id AS into_id, d.batch_id, f.batch_id AS into_number, d.entity_id
      FROM batches d JOIN batches f ON f.id = d.duplicate_of
      WHERE d.id = one.id AND d.adopted = f.adopted
        AND (d.harvested_on, d.packaged_on, d.expires_on, d.test_status) IS NOT DISTINCT FROM (f.harvested_on, f.packaged_on, f.expires_on, f.test_status)
        AND d.held_at IS NULL AND f.held_at IS NULL
        AND (SELECT array_agg((c.sha256, c.lab, c.date)::text ORDER BY c.sha256, c.lab, c.date) FROM product_coas c WHERE c.batch = d.id)
          IS NOT DISTINCT FROM
          (SELECT array_agg((c.sha256, c.lab, c.date)::text ORDER BY c.sha256, c.lab, c.date) FROM product_coas c WHERE c.batch = f.id)
        AND NOT EXISTS (SELECT FROM batch_holds h WHERE h.batch_id IN (d.id, f.id))
        AND NOT EXISTS (SELECT FROM batch_notes n WHERE n.batch_id IN (d.id, f.id))
        AND NOT EXISTS (SELECT FROM recalls r WHERE r.batch_id IN (d.id, f.id))
        AND NOT EXISTS (SELECT FROM recall_batches x WHERE x.batch_id IN (d.id, f.id))
        AND NOT EXISTS (SELECT FROM lots l JOIN lots m ON m.batch_id = f.id AND m.entity_id = l.entity_id
            AND m.variant_id IS NOT DISTINCT FROM l.variant_id AND m.package_tag IS NOT DISTINCT FROM l.package_tag
          WHERE l.batch_id = d.id)
    ), moved_lots AS (
      UPDATE lots l SET batch_id = p.into_id FROM pair p WHERE l.batch_id = p.id RETURNING l.id
    ), moved_certificates AS (
      UPDATE product_coas c SET batch = p.into_id FROM pair p WHERE c.batch = p.id
    ), led AS (
      UPDATE merged_batches m SET into_id = p.into_id FROM pair p WHERE m.into_id = p.id
    ), others AS (
      UPDATE batches b SET duplicate_of = p.into_id FROM pair p WHERE b.duplicate_of = p.id
    ), leads AS (
      INSERT INTO merged_batches (id, into_id) SELECT id, into_id FROM pair
    )
    INSERT INTO audit_log (id, entity_id, actor_name, action, object_type, object_id, before, after, request_id, address)
    SELECT gen_random_uuid(), p.entity_id, 'Tallyleaf', 'batch.merged', 'batch', p.into_id,
      jsonb_build_object('id', p.id, 'batch_id', p.batch_id),
      jsonb_build_object('id', p.into_id, 'batch_id', p.into_number, 'lots', (SELECT count(*) FROM moved_lots)),
      'migration', 'migration'
    FROM pair p;
    DELETE FROM batches b USING merged_batches m WHERE b.id = one.id AND m.id = b.id;
  END LOOP;
END $$;
