ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_permissions";--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_permissions" CHECK (not ("api_keys"."permissions" && array['create:team','delete:team','manage:api-keys','manage:sso','pay:bills','update:team'])) NOT VALID;--> statement-breakpoint
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_permissions";
