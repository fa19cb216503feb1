package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.ComputeUnits;
import dev.azulejo.sim.unit.Credits;
import dev.azulejo.sim.unit.ItemQueue;
import dev.azulejo.sim.unit.UnitWatch;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a machine was put together from, so that nothing is forgotten when it is checked.
 */
final class Parts {
    private final EventQueue clock;
    private final UnitWatch watch;
    private final List<Account> accounts = new ArrayList<>();
    private final List<ItemQueue> queues = new ArrayList<>();
    private final List<Channel> channels = new ArrayList<>();
    private final List<Credits> credits = new ArrayList<>();

    Parts(EventQueue clock, UnitWatch watch) {
        this.clock = clock;
        this.watch = watch;
    }

    EventQueue clock() {
        return clock;
    }

    Account account(String name) {
        var account = new Account(clock, name, watch);
        accounts.add(account);
        return account;
    }

    ItemQueue queue(String name, int capacity) {
        var queue = new ItemQueue(clock, name, capacity);
        queues.add(queue);
        return queue;
    }

    Channel channel(String name, double bytesPerCycle, long latency) {
        var channel = new Channel(new Account(clock, name, watch), clock, bytesPerCycle, latency);
        channels.add(channel);
        return channel;
    }

    Credits credits(String name, long capacity) {
        var room = new Credits(name, capacity);
        credits.add(room);
        return room;
    }

    ComputeUnits units(String name, int count, int kinds) {
        var units = new ComputeUnits(clock, name, count, kinds, watch);
        accounts.addAll(units.accounts());
        return units;
    }

    /**
     * Ends all accounts, and checks that they add up, that queues are empty, that bytes have
     * arrived and room was given back.
     */
    void finish(long makespan) {
        accounts.forEach(account -> account.finish(makespan));
        channels.forEach(channel -> channel.finish(makespan));
        for (var account : allAccounts()) {
            account.check(makespan);
        }
        queues.forEach(ItemQueue::check);
        channels.forEach(Channel::check);
        credits.forEach(Credits::check);
    }

    List<Account> allAccounts() {
        var all = new ArrayList<>(accounts);
        channels.forEach(channel -> all.add(channel.account()));
        return all;
    }
}
