// Package bus carries jobs, their events and results, and blobs between the members of a cluster. It is the only
// package that uses NATS: JetStream provides queues, leases, replication and storage.
//
// It moves bytes and does not know what they mean.
package bus
