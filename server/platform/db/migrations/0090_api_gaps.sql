-- old writers: unsafe
ALTER TABLE "external_ids" DROP CONSTRAINT "external_ids_type";--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_type" CHECK ("external_ids"."object_type" in ('customer', 'order', 'product', 'variant', 'location', 'invoice', 'payment', 'goods_receipt', 'credit_note', 'batch', 'lot', 'price_list', 'receipt', 'return', 'draft'));--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "personal" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "issued_by" uuid;
