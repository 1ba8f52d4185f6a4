-- old writers: safe
ALTER TABLE "sessions" ADD COLUMN "device_verified_at" timestamp (3) with time zone;