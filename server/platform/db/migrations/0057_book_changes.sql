-- old writers: safe
ALTER TABLE "accounting_exports" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;