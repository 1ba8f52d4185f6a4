-- old writers: safe
ALTER TABLE "notification_preferences" ADD COLUMN "amounts" boolean DEFAULT true NOT NULL;
