CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"uses" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"note" text collate "C" NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid
);
--> statement-breakpoint
ALTER TABLE "auth_flows" ADD COLUMN "invite_id" uuid;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "invite_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "invites_hash" ON "invites" USING btree ("hash");