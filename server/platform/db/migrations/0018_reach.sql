CREATE TABLE "batch_reach" (
	"entity_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"batch_number" text NOT NULL,
	"expires_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "batch_reach_entity_id_batch_id_pk" PRIMARY KEY("entity_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "lot_reach" (
	"entity_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lot_reach_entity_id_lot_id_pk" PRIMARY KEY("entity_id","lot_id")
);
--> statement-breakpoint
ALTER TABLE "batch_reach" ADD CONSTRAINT "batch_reach_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_reach" ADD CONSTRAINT "lot_reach_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_reach_of_batch" ON "batch_reach" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "batch_reach_newest" ON "batch_reach" USING btree ("entity_id","created_at" DESC NULLS LAST,"batch_id");--> statement-breakpoint
CREATE INDEX "batch_reach_by_number" ON "batch_reach" USING btree ("entity_id","batch_number" collate names,"batch_id");--> statement-breakpoint
CREATE INDEX "batch_reach_by_expiration" ON "batch_reach" USING btree ("entity_id","expires_on","batch_id");--> statement-breakpoint
CREATE INDEX "batch_reach_by_latest_expiration" ON "batch_reach" USING btree ("entity_id","expires_on" DESC NULLS LAST,"batch_id");--> statement-breakpoint
CREATE INDEX "lot_reach_of_lot" ON "lot_reach" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "lot_reach_newest" ON "lot_reach" USING btree ("entity_id","created_at" DESC NULLS LAST,"lot_id");
--> statement-breakpoint
INSERT INTO "lot_reach" ("entity_id", "lot_id", "created_at")
SELECT r.entity_id, l."id", l."created_at" FROM (
  SELECT "entity_id", "id" FROM "lots"
  UNION SELECT p."entity_id", l."id" FROM "lots" l JOIN "batches" b ON b."id" = l."batch_id" AND b."adopted" JOIN "products" p ON p."id" = b."product_id"
  UNION SELECT "entity_id", "lot_id" FROM "inventory_lots"
  UNION SELECT o."retailer_id", a."lot_id" FROM "order_allocations" a JOIN "orders" o ON o."id" = a."order_id"
    WHERE a."lot_id" IS NOT NULL AND a."shipped_at" IS NOT NULL
  UNION SELECT l."entity_id", s."source_lot_id" FROM "lot_sources" s JOIN "lots" l ON l."id" = s."lot_id"
) r (entity_id, lot_id) JOIN "lots" l ON l."id" = r.lot_id;
--> statement-breakpoint
INSERT INTO "batch_reach" ("entity_id", "batch_id", "batch_number", "expires_on", "created_at")
SELECT r.entity_id, b."id", b."batch_id", b."expires_on", b."created_at" FROM (
  SELECT "entity_id", "id" FROM "batches"
  UNION SELECT p."entity_id", b."id" FROM "batches" b JOIN "products" p ON p."id" = b."product_id" WHERE b."adopted"
  UNION SELECT z."entity_id", l."batch_id" FROM "lot_reach" z JOIN "lots" l ON l."id" = z."lot_id"
) r (entity_id, batch_id) JOIN "batches" b ON b."id" = r.batch_id;
--> statement-breakpoint
CREATE FUNCTION reach_batches_of_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO batch_reach (entity_id, batch_id, batch_number, expires_on, created_at)
  SELECT DISTINCT n.entity_id, b.id, b.batch_id, b.expires_on, b.created_at
  FROM added n JOIN lots l ON l.id = n.lot_id JOIN batches b ON b.id = l.batch_id ORDER BY n.entity_id, b.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER lot_reach_reaches_batches AFTER INSERT ON lot_reach REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION reach_batches_of_lots();
--> statement-breakpoint
CREATE FUNCTION reach_batch() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER batches_reach_created AFTER INSERT ON batches FOR EACH ROW EXECUTE FUNCTION reach_batch();
--> statement-breakpoint
CREATE TRIGGER batches_reach_changed AFTER UPDATE ON batches FOR EACH ROW
  WHEN ((NEW.adopted, NEW.batch_id, NEW.expires_on) IS DISTINCT FROM (OLD.adopted, OLD.batch_id, OLD.expires_on))
  EXECUTE FUNCTION reach_batch();
--> statement-breakpoint
CREATE FUNCTION lock_adopted_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for those who add a lot, whose foreign key locks the batch.
  PERFORM FROM batches WHERE id = OLD.id FOR UPDATE;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER batches_lock_adopted BEFORE UPDATE OF adopted ON batches FOR EACH ROW
  WHEN (NEW.adopted AND NOT OLD.adopted) EXECUTE FUNCTION lock_adopted_batch();
--> statement-breakpoint
CREATE FUNCTION reach_lot() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER lots_reach AFTER INSERT OR UPDATE OF batch_id ON lots FOR EACH ROW EXECUTE FUNCTION reach_lot();
--> statement-breakpoint
CREATE FUNCTION reach_held_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT DISTINCT n.entity_id, l.id, l.created_at FROM added n JOIN lots l ON l.id = n.lot_id ORDER BY n.entity_id, l.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_lots_reach AFTER INSERT ON inventory_lots REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION reach_held_lots();
--> statement-breakpoint
CREATE FUNCTION reach_shipped_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT DISTINCT o.retailer_id, l.id, l.created_at FROM now_is n JOIN lots l ON l.id = n.lot_id JOIN orders o ON o.id = n.order_id
  WHERE n.shipped_at IS NOT NULL ORDER BY o.retailer_id, l.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_allocations_reach AFTER UPDATE ON order_allocations REFERENCING NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION reach_shipped_lots();
--> statement-breakpoint
CREATE FUNCTION reach_shipped_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT o.retailer_id, l.id, l.created_at FROM orders o JOIN lots l ON l.id = NEW.lot_id WHERE o.id = NEW.order_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_allocations_reach_inserted AFTER INSERT ON order_allocations FOR EACH ROW
  WHEN (NEW.lot_id IS NOT NULL AND NEW.shipped_at IS NOT NULL) EXECUTE FUNCTION reach_shipped_lot();
--> statement-breakpoint
CREATE FUNCTION reach_source_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lot_reach (entity_id, lot_id, created_at)
  SELECT l.entity_id, s.id, s.created_at FROM lots l JOIN lots s ON s.id = NEW.source_lot_id WHERE l.id = NEW.lot_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER lot_sources_reach AFTER INSERT ON lot_sources FOR EACH ROW EXECUTE FUNCTION reach_source_lot();
