-- old writers: safe
DROP INDEX "invoices_open";--> statement-breakpoint
DROP INDEX "allocations_by_day";--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "invoice_issued_on" date;--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "invoice_due_on" date;--> statement-breakpoint
CREATE INDEX "allocations_by_day_of_buyer" ON "allocations" USING btree ("buyer_id","made_on") WHERE "allocations"."reversed_on" is null and "allocations"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "allocations_reversed_by_day_of_buyer" ON "allocations" USING btree ("buyer_id","reversed_on") WHERE "allocations"."reversed_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_left_of_buyer" ON "payments" USING btree ("buyer_id") WHERE "payments"."allocated_cents" < "payments"."amount_cents" and "payments"."status" = 'recorded' and "payments"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX "payments_voided_by_day" ON "payments" USING btree ("seller_id","voided_on") WHERE "payments"."voided_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_voided_by_day_of_buyer" ON "payments" USING btree ("buyer_id","voided_on") WHERE "payments"."voided_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_seller_by_change" ON "payments" USING btree ("seller_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_of_buyer_by_change" ON "payments" USING btree ("buyer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("seller_id","buyer_id","due_on","issued_on","total_cents","settled_cents") WHERE "invoices"."settled_cents" < "invoices"."total_cents";--> statement-breakpoint
CREATE INDEX "allocations_by_day" ON "allocations" USING btree ("seller_id","made_on","buyer_id","invoice_due_on","invoice_issued_on","amount_cents") WHERE "allocations"."reversed_on" is null and "allocations"."invoice_id" is not null;--> statement-breakpoint
UPDATE "allocations" x SET "invoice_issued_on" = i."issued_on", "invoice_due_on" = i."due_on" FROM "invoices" i WHERE i."id" = x."invoice_id";--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_invoice_days" CHECK (num_nulls("allocations"."invoice_issued_on", "allocations"."invoice_due_on") = case when "allocations"."invoice_id" is null then 2 else 0 end);