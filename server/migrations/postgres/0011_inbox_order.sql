DROP INDEX "conversations_buyer_inbox";--> statement-breakpoint
DROP INDEX "conversations_buyer_archived";--> statement-breakpoint
DROP INDEX "conversations_buyer_unread";--> statement-breakpoint
DROP INDEX "conversations_seller_inbox";--> statement-breakpoint
DROP INDEX "conversations_seller_archived";--> statement-breakpoint
DROP INDEX "conversations_seller_unread";