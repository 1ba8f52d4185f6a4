-- old writers: safe
ALTER TABLE "imports" ADD COLUMN "fixes" jsonb;