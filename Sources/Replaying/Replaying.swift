// Replaying
