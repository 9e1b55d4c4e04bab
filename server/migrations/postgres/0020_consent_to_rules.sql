ALTER TABLE "auth_flows" ADD COLUMN "consent" jsonb;--> statement-breakpoint
ALTER TABLE "auth_links" ADD COLUMN "consent" jsonb;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "consent" jsonb;