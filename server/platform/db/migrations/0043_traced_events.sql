-- old writers: safe
ALTER TABLE "events" ADD COLUMN "traceparent" text;