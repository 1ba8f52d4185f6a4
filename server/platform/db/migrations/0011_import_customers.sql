-- old writers: unsafe
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "import_lines" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products', 'customers'));