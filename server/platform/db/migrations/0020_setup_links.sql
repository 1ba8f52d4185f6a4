CREATE TABLE "setup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "setup_links_tier" CHECK ("setup_links"."tier" in ('free', 'pro', 'enterprise'))
);
