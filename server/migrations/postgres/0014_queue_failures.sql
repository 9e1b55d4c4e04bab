CREATE TABLE "queue_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text collate "C" NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "queue_failures_queue" ON "queue_failures" USING btree ("queue","failed_at");