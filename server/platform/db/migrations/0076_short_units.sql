-- old writers: unsafe
ALTER TABLE "receipt_lines" DROP CONSTRAINT "receipt_lines_units";--> statement-breakpoint
ALTER TABLE "receipt_lines" DROP CONSTRAINT "receipt_lines_reason";--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD COLUMN "short" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "condition" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "room_type" text;--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_units" CHECK ("receipt_lines"."accepted" >= 0 and "receipt_lines"."rejected" >= 0 and "receipt_lines"."damaged" >= 0 and "receipt_lines"."short" >= 0);--> statement-breakpoint
ALTER TABLE "receipt_lines" ADD CONSTRAINT "receipt_lines_reason" CHECK ("receipt_lines"."reason_code" is not null or "receipt_lines"."rejected" + "receipt_lines"."damaged" + "receipt_lines"."short" = 0);--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_condition" CHECK ("return_lines"."condition" in ('sellable', 'damaged', 'destroyed'));--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_room" CHECK ("return_lines"."room_type" in ('sales_floor', 'vault', 'quarantine', 'secret_menu'));--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_sellable" CHECK (coalesce("return_lines"."room_type", 'quarantine') = 'quarantine' or "return_lines"."condition" is not distinct from 'sellable');--> statement-breakpoint
-- Short units leave open returns, which were to bring back what never arrived; those that were received stay.
WITH "found" AS MATERIALIZED (
  SELECT c."id" AS "receipt_line_id", c."receipt_id", y."id" AS "return_line_id", t."id" AS "return_id", least(c."rejected", y."quantity") AS "units"
  FROM "returns" t JOIN "return_lines" y ON y."return_id" = t."id"
    JOIN "receipt_lines" c ON c."receipt_id" = t."receipt_id" AND c."order_item_id" = y."order_item_id" AND c."lot_id" IS NOT DISTINCT FROM y."lot_id"
  WHERE t."received_at" IS NULL AND c."reason_code" = 'short' AND c."rejected" > 0
), "stated" AS (
  UPDATE "receipt_lines" c SET "rejected" = c."rejected" - f."units", "short" = f."units",
    "reason_code" = CASE WHEN c."rejected" = f."units" AND c."damaged" > 0 THEN 'damaged' ELSE 'short' END
  FROM "found" f WHERE c."id" = f."receipt_line_id"
), "taken" AS (
  DELETE FROM "return_lines" y USING "found" f WHERE y."id" = f."return_line_id" AND y."quantity" = f."units"
), "lowered" AS (
  UPDATE "return_lines" y SET "quantity" = y."quantity" - f."units" FROM "found" f WHERE y."id" = f."return_line_id" AND y."quantity" > f."units"
), "changed" AS (
  UPDATE "receipts" r SET "updated_at" = change_time() WHERE r."id" IN (SELECT f."receipt_id" FROM "found" f)
)
UPDATE "returns" t SET "updated_at" = change_time() WHERE t."id" IN (SELECT f."return_id" FROM "found" f);--> statement-breakpoint
DELETE FROM "returns" t WHERE t."received_at" IS NULL AND NOT EXISTS (SELECT FROM "return_lines" y WHERE y."return_id" = t."id");
