-- old writers: unsafe
DROP INDEX "allocations_by_day";--> statement-breakpoint
DROP INDEX "allocations_by_day_of_buyer";--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "source_on" date;--> statement-breakpoint
UPDATE "allocations" x SET "source_on" = coalesce(
  (SELECT p."received_on" FROM "payments" p WHERE p."id" = x."payment_id"), (SELECT c."issued_on" FROM "credit_notes" c WHERE c."id" = x."credit_note_id"));--> statement-breakpoint
ALTER TABLE "allocations" ALTER COLUMN "source_on" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "allocations_by_day_of_source" ON "allocations" USING btree ("seller_id","source_on","made_on","buyer_id","amount_cents") WHERE "allocations"."reversed_on" is null and "allocations"."invoice_id" is not null and "allocations"."source_on" < "allocations"."made_on";--> statement-breakpoint
CREATE INDEX "allocations_of_refunds_by_day" ON "allocations" USING btree ("seller_id","made_on") WHERE "allocations"."reversed_on" is null and "allocations"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "allocations_by_day" ON "allocations" USING btree ("seller_id","invoice_issued_on","made_on","buyer_id","invoice_due_on","amount_cents") WHERE "allocations"."reversed_on" is null and "allocations"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "allocations_by_day_of_buyer" ON "allocations" USING btree ("buyer_id","made_on") WHERE "allocations"."reversed_on" is null;
