package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.content.NamedContent;
import dev.azulejo.cluster.message.Message;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Gathers the content that units need: has it stay while they need it, and asks whoever gave them
 * for what is not here.
 *
 * <p>Threads: one at a time, who holds the lock of the worker.
 */
final class ContentReceiver {
    /** Content on its way here, and the number that it was asked for with. */
    record Transfer(int number, ContentStore.Incoming content) {}

    private final ContentStore store;
    private final Collection<KnownCoordinator> coordinators;
    private final Consumer<AssignedUnit> ready;
    private final BiConsumer<AssignedUnit, String> failed;

    /**
     * Units with nothing here or on its way, because it does not fit together with that of others.
     */
    private final Set<AssignedUnit> withoutRoom = new LinkedHashSet<>();

    private int transfers;

    /** How often units have content here. */
    private int uses;

    /** Whether room was made since those without were looked at. */
    private boolean moreRoom;

    /**
     * Makes one that has nothing to gather.
     *
     * @param store where content is kept
     * @param coordinators all that are known, at any time
     * @param ready told of a unit of which all is here, and which was not begun
     * @param failed told of a unit that cannot be done, and why
     */
    ContentReceiver(
            ContentStore store,
            Collection<KnownCoordinator> coordinators,
            Consumer<AssignedUnit> ready,
            BiConsumer<AssignedUnit, String> failed) {
        this.store = store;
        this.coordinators = coordinators;
        this.ready = ready;
        this.failed = failed;
    }

    /** Gathers what a unit needs, unless it never fits. */
    void begin(AssignedUnit unit) {
        long length = unit.length();
        if (length > store.bound()) {
            failed.accept(
                    unit,
                    "content cannot be kept: %,d bytes do not fit into %,d"
                            .formatted(length, store.bound()));
        } else {
            gather(unit);
        }
    }

    /**
     * Has all that a unit needs here or on its way, or nothing of it: then it waits until another
     * one gives content back, and two never wait for each other.
     */
    private void gather(AssignedUnit unit) {
        var begun = new LinkedHashMap<ContentHash, Transfer>();
        try {
            for (var file : unit.files) {
                take(unit, file);
            }
            for (var file : unit.files) {
                var hash = file.hash();
                if (unit.missing.contains(hash)
                        && !unit.owner.incoming.containsKey(hash)
                        && !begun.containsKey(hash)) {
                    begun.put(hash, new Transfer(++transfers, store.begin(hash, file.length())));
                }
            }
        } catch (IOException e) {
            begun.values().forEach(transfer -> transfer.content().close());
            letGo(unit);
            if (uses > 0 || coordinators.stream().anyMatch(one -> !one.incoming.isEmpty())) {
                withoutRoom.add(unit);
            } else {
                failed.accept(unit, "content cannot be kept: " + reason(e));
            }
            return;
        }
        withoutRoom.remove(unit);
        unit.owner.incoming.putAll(begun);
        begun.forEach(
                (hash, transfer) ->
                        unit.owner.send(new Message.Need(unit.job, transfer.number(), hash)));
        beginIfAllIsHere(unit);
    }

    private void beginIfAllIsHere(AssignedUnit unit) {
        if (unit.missing.isEmpty()) {
            ready.accept(unit);
        }
    }

    /** Looks whether who waits for room has some, if there may be more than there was. */
    void tryAgain() {
        while (moreRoom) {
            moreRoom = false;
            for (var unit : List.copyOf(withoutRoom)) {
                gather(unit);
            }
        }
    }

    /** Looks whether content is here, and keeps it here. */
    private void take(AssignedUnit unit, NamedContent file) throws IOException {
        var hash = file.hash();
        if (unit.here.containsKey(hash)) {
            return;
        }
        var place = store.use(hash);
        if (place == null) {
            unit.missing.add(hash);
        } else {
            uses++;
            unit.missing.remove(hash);
            var changed = store.changed(hash);
            unit.here.put(hash, new WorkFile(file.name(), hash, file.length(), place, changed));
        }
    }

    /** Gives content back; it can be gathered again. */
    private void letGo(AssignedUnit unit) {
        unit.here.keySet().forEach(store::giveBack);
        uses -= unit.here.size();
        unit.here.clear();
        unit.missing.clear();
    }

    /** A unit needs nothing any more. */
    void release(AssignedUnit unit) {
        moreRoom |= !unit.here.isEmpty();
        letGo(unit);
        withoutRoom.remove(unit);
    }

    /** Asks once more for all that a coordinator was asked for, from its first byte. */
    void askAnew(KnownCoordinator coordinator) {
        close(coordinator);
        for (var unit : coordinator.units()) {
            if (!unit.begun && !withoutRoom.contains(unit)) {
                letGo(unit);
                gather(unit);
            }
        }
    }

    /** Nothing of a coordinator is waited for any more. */
    void close(KnownCoordinator coordinator) {
        moreRoom = true;
        coordinator.incoming.values().forEach(transfer -> transfer.content().close());
        coordinator.incoming.clear();
    }

    /** Takes in a piece of what was asked for. */
    void add(KnownCoordinator coordinator, Message.Piece piece) {
        var transfer = coordinator.incoming.get(piece.hash());
        if (transfer == null || transfer.number() != piece.transfer()) {
            // Of one that was given up
            return;
        }
        var incoming = transfer.content();
        try {
            incoming.add(piece.offset(), piece.bytes());
            if (!piece.last()) {
                return;
            }
            moreRoom = true;
            incoming.finish();
            coordinator.incoming.remove(piece.hash());
            for (var unit : waitingFor(coordinator, piece.hash())) {
                for (var file : unit.files) {
                    if (file.hash().equals(piece.hash())) {
                        take(unit, file);
                    }
                }
                beginIfAllIsHere(unit);
            }
        } catch (IOException e) {
            giveUp(coordinator, piece.hash(), "content cannot be kept: " + reason(e));
        }
    }

    /** A coordinator does not have what it was asked for. */
    void isMissing(KnownCoordinator coordinator, Message.Missing missing) {
        var transfer = coordinator.incoming.get(missing.hash());
        if (transfer != null && transfer.number() == missing.transfer()) {
            giveUp(coordinator, missing.hash(), "content is missing: " + missing.why());
        }
    }

    private void giveUp(KnownCoordinator coordinator, ContentHash hash, String why) {
        var incoming = coordinator.incoming.remove(hash);
        if (incoming != null) {
            incoming.content().close();
            moreRoom = true;
        }
        waitingFor(coordinator, hash).forEach(unit -> failed.accept(unit, why));
    }

    /** Says it without the name of a file here, which is another one each time, and nobody's. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException told && told.getReason() != null
                ? told.getReason()
                : e.getMessage();
    }

    private static List<AssignedUnit> waitingFor(KnownCoordinator coordinator, ContentHash hash) {
        return coordinator.units().stream().filter(unit -> unit.missing.contains(hash)).toList();
    }
}
