ALTER TABLE "inventory_transfers" ADD COLUMN "location_ids" uuid[];--> statement-breakpoint
UPDATE "inventory_transfers" t SET "location_ids" = coalesce((
	SELECT array_agg(DISTINCT i.location_id) FROM inventory_movements m JOIN inventory_items i ON i.id = m.item_id
	WHERE m.source_type = 'transfer' AND m.source_id = t.id), '{}');--> statement-breakpoint
ALTER TABLE "inventory_transfers" ALTER COLUMN "location_ids" SET NOT NULL;
