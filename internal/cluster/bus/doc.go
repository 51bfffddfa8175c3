// Package bus carries jobs, their events and results, and blobs between the members of a cluster. It is the only one that knows
// NATS: queues, leases, replication and the store are JetStream's.
//
// It moves bytes and does not know what they mean.
package bus
