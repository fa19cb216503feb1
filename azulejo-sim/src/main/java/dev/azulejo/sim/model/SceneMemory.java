package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.Storage;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a GPU reads what a scene consists of, vertices and textures: in its own memory, if each GPU
 * has a copy; else part by part in the memories of others, and over their links.
 *
 * <pre>
 *  read ─┬─> own memory ─────────────────────────────────────┬─> all parts are there, in the order of reads
 *        └─> a link's latency ─> another's memory ─> its link ┘
 * </pre>
 *
 * <p>Simplifications: addresses follow each other from read to read, so that an interleaved scene
 * is read evenly from all; requests take time on a link but no bytes. Targets and lists lie in the
 * memory of whoever writes them.
 */
final class SceneMemory implements Storage {
    /** Bytes that lie in one memory, before the next one's. */
    static final int INTERLEAVE = 128;

    /** Someone who waits for all parts of a read. */
    private static final class Request {
        private final int handler;
        private final int argument;
        private int left;

        /** Whether any of it lies with another GPU. */
        private boolean crosses;

        Request(int handler, int argument) {
            this.handler = handler;
            this.argument = argument;
        }
    }

    /** What comes from one memory. */
    private record Part(Request request, int from, long bytes) {}

    private final EventQueue clock;
    private final Channel own;
    private final int index;
    private final long linkLatency;
    private final boolean interleaved;
    private final int asked;
    private final int crossed;
    private final int came;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final List<Part> parts = new ArrayList<>();
    private final ArrayDeque<Integer> freeParts = new ArrayDeque<>();

    /** All GPUs, where not everybody has a copy. */
    private List<GpuModel> gpus = List.of();

    /** Where the next read begins. */
    private long address;

    /**
     * Makes one that reads its own memory.
     *
     * @param index of its GPU
     * @param own the GPU's memory
     */
    SceneMemory(EventQueue clock, Machine machine, int index, Channel own) {
        this.clock = clock;
        this.own = own;
        this.index = index;
        linkLatency = machine.cycles(MachineKey.LINK_LATENCY);
        interleaved = machine.is(MachineKey.MEMORY_PLACEMENT, "interleaved");
        // Not all begin with the same memory.
        address = (long) index * INTERLEAVE;
        asked = clock.register(part -> memory(part).send(parts.get(part).bytes, crossed(), part));
        crossed = clock.register(part -> link(part).send(parts.get(part).bytes, came(), part));
        came = clock.register(this::partCame);
    }

    private int crossed() {
        return crossed;
    }

    private int came() {
        return came;
    }

    /** From now on parts lie in the memories of these GPUs. */
    void spread(List<GpuModel> all) {
        gpus = all;
    }

    private Channel memory(int part) {
        return gpus.get(parts.get(part).from).memory();
    }

    private Channel link(int part) {
        return gpus.get(parts.get(part).from).link();
    }

    @Override
    public void read(long size, int handler, int argument) {
        if (gpus.isEmpty()) {
            own.send(size, handler, argument);
            return;
        }
        var request = new Request(handler, argument);
        waiting.add(request);
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            long bytes = interleaved ? below(address + size, gpu) - below(address, gpu) : 0;
            if (!interleaved && gpu == 0) {
                bytes = size;
            }
            if (bytes > 0) {
                request.left++;
                ask(new Part(request, gpu, bytes));
            }
        }
        address += size;
        deliver();
    }

    /** A read of which anything lies with another GPU waits for links until all of it has come. */
    @Override
    public UnitState waitsFor() {
        return !waiting.isEmpty() && waiting.peek().crosses ? UnitState.LINK : UnitState.DATA;
    }

    /** Bytes of one GPU's memory among those before an address. */
    private long below(long before, int gpu) {
        long round = (long) gpus.size() * INTERLEAVE;
        return before / round * INTERLEAVE
                + Math.clamp(before % round - (long) gpu * INTERLEAVE, 0, INTERLEAVE);
    }

    private void ask(Part part) {
        int number = freeParts.isEmpty() ? parts.size() : freeParts.poll();
        if (number == parts.size()) {
            parts.add(part);
        } else {
            parts.set(number, part);
        }
        if (part.from == index) {
            own.send(part.bytes, came, number);
        } else {
            part.request.crosses = true;
            clock.schedule(linkLatency, asked, number);
        }
    }

    private void partCame(int number) {
        parts.get(number).request.left--;
        freeParts.add(number);
        deliver();
    }

    /** As from one memory, what was asked for first comes first. */
    private void deliver() {
        while (!waiting.isEmpty() && waiting.peek().left == 0) {
            var request = waiting.poll();
            clock.schedule(0, request.handler, request.argument);
        }
    }
}
