-- old writers: safe
ALTER TABLE "recalls" ADD COLUMN "respond_by" timestamp (3) with time zone;