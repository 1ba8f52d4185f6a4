ALTER TABLE "api_keys" ADD COLUMN "issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of a rotated key only the last change is known, which is at or after its rotation.
UPDATE "api_keys" SET "issued_at" = CASE WHEN "previous_hash" IS NULL THEN "created_at" ELSE "updated_at" END;--> statement-breakpoint
UPDATE "api_keys" SET "permissions" = ARRAY(
  SELECT p FROM unnest("permissions") p WHERE p <> ALL (ARRAY['create:team','delete:team','manage:api-keys','update:team']) ORDER BY p
), "updated_at" = now()
WHERE "permissions" && ARRAY['create:team','delete:team','manage:api-keys','update:team'];--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_permissions" CHECK (not ("api_keys"."permissions" && array['create:team','delete:team','manage:api-keys','update:team']));