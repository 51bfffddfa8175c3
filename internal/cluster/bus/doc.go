// Package bus carries jobs, their events and results, and blobs between the members of a cluster. It is the only one that knows
// NATS: queues, leases, replication and the store are JetStream's.
//
//	hub, err := bus.Serve(bus.Options{Store: dir, Log: log})       // a server in this process
//	b, err := bus.Connect(ctx, access, "grundy test", log)         // a member, by its invitation
//	err = b.Submit(ctx, bus.AnyQueue, bus.First, id, order)        // a person: once, as long as it waits
//	task, err := b.Take(ctx)                                       // a worker: the next one
//	first, err := task.Finish(ctx, result)                         // the first result of a job stays
//
// It moves bytes and does not know what they mean.
package bus
