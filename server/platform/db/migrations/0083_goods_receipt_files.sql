-- old writers: unsafe
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products', 'customers', 'opening_balances', 'goods_receipts'));