-- old writers: safe
ALTER TABLE "imports" ADD COLUMN "header_line" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "given" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "skipped" jsonb DEFAULT '[]'::jsonb NOT NULL;