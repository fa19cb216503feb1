package dev.azulejo.cluster.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** Content is kept by its hash and within a bound. */
class ContentStoreTest {
    @TempDir Path folder;

    private static byte[] content(int number) {
        byte[] bytes = new byte[100];
        Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static ContentHash hash(byte[] bytes) throws Exception {
        return ContentHash.of(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static void put(ContentStore store, byte[] bytes) throws Exception {
        try (var incoming = store.begin(hash(bytes), bytes.length)) {
            incoming.add(0, Arrays.copyOf(bytes, 60));
            incoming.add(60, Arrays.copyOfRange(bytes, 60, bytes.length));
            incoming.finish();
        }
    }

    private static boolean has(ContentStore store, byte[] bytes) throws Exception {
        var hash = hash(bytes);
        var place = store.use(hash);
        if (place == null) {
            return false;
        }
        assertThat(Files.readAllBytes(place)).isEqualTo(bytes);
        store.giveBack(hash);
        return true;
    }

    @Test
    void whatWasNotUsedLongestGoes() throws Exception {
        try (var store = new ContentStore(folder, 300, false)) {
            for (int i = 0; i < 3; i++) {
                put(store, content(i));
            }
            assertThat(store.total()).isEqualTo(300);
            assertThat(has(store, content(0))).isTrue();
            put(store, content(3));
            assertThat(store.total()).isEqualTo(300);
            assertThat(has(store, content(1))).as("not used for longest").isFalse();
            assertThat(has(store, content(0))).isTrue();
            assertThat(has(store, content(2))).isTrue();
            assertThat(has(store, content(3))).isTrue();
        }
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> !isLock(file))).as("no part is left").hasSize(3);
        }
    }

    @Test
    void whatIsInUseStays() throws Exception {
        try (var store = new ContentStore(folder, 250, false)) {
            put(store, content(0));
            put(store, content(1));
            var zero = store.use(hash(content(0)));
            var one = store.use(hash(content(1)));
            assertThatThrownBy(() -> store.begin(hash(content(2)), 100))
                    .isInstanceOf(IOException.class)
                    .hasMessage("100 bytes do not fit: 200 of 250 are in use");
            assertThat(zero).exists();
            assertThat(one).exists();
            store.giveBack(hash(content(1)));
            put(store, content(2));
            assertThat(zero).exists();
            assertThat(one).doesNotExist();
        }
    }

    /** What does not fit beside what is in use sends nothing away. */
    @Test
    void nothingGoesForWhatDoesNotFit() throws Exception {
        try (var store = new ContentStore(folder, 250, false)) {
            put(store, content(0));
            put(store, content(1));
            var zero = store.use(hash(content(0)));
            assertThatThrownBy(() -> store.begin(hash(content(2)), 200))
                    .hasMessage("200 bytes do not fit: 100 of 250 are in use");
            assertThat(zero).exists();
            assertThat(has(store, content(1))).isTrue();
        }
    }

    /** What is on its way has its room, or two that fit one by one would not together. */
    @Test
    void whatComesHasItsRoom() throws Exception {
        try (var store = new ContentStore(folder, 150, false)) {
            try (var first = store.begin(hash(content(0)), 100)) {
                first.add(0, new byte[10]);
                assertThatThrownBy(() -> store.begin(hash(content(1)), 100))
                        .hasMessage("100 bytes do not fit: 100 of 150 are in use");
            }
            put(store, content(1));
            assertThatThrownBy(() -> store.begin(hash(content(2)), 151))
                    .hasMessageContaining("fit");
        }
    }

    /** It counts when room is made, too: what nobody uses goes for what comes next. */
    @Test
    void whatComesSendsAwayWhatNobodyUses() throws Exception {
        try (var store = new ContentStore(folder, 300, false)) {
            put(store, content(0));
            put(store, content(1));
            try (var first = store.begin(hash(content(2)), 100);
                    var second = store.begin(hash(content(3)), 100)) {
                assertThat(store.total()).as("100 there, 200 on their way").isEqualTo(100);
                assertThat(has(store, content(0))).as("not used for longest").isFalse();
                assertThat(has(store, content(1))).isTrue();
                first.add(0, content(2));
                first.finish();
                second.add(0, content(3));
                second.finish();
            }
            assertThat(store.total()).isEqualTo(300);
        }
    }

    @Test
    void whatIsNotWhatItsHashSaysIsNotKept() throws Exception {
        try (var store = new ContentStore(folder, 1000, false)) {
            try (var incoming = store.begin(hash(content(1)), 100)) {
                incoming.add(0, content(2));
                assertThatThrownBy(incoming::finish)
                        .hasMessage("its bytes are not those of its hash");
            }
            try (var incoming = store.begin(hash(content(1)), 100)) {
                incoming.add(0, new byte[60]);
                assertThatThrownBy(() -> incoming.add(0, new byte[10]))
                        .hasMessage("a piece at 0 of 10 bytes, 60 of 100 there");
                assertThatThrownBy(() -> incoming.add(60, new byte[41]))
                        .hasMessage("a piece at 60 of 41 bytes, 60 of 100 there");
                assertThatThrownBy(incoming::finish).hasMessage("60 bytes of 100");
            }
            assertThat(has(store, content(1))).isFalse();
            assertThat(store.total()).isZero();
        }
        assertThat(folder).isDirectoryNotContaining(file -> !isLock(file));
    }

    private static boolean isLock(Path file) {
        return file.getFileName().toString().equals("worker.lock");
    }

    /** The next process goes on with it, but believes nothing. */
    @Test
    void anEarlierProcessLeavesContent() throws Exception {
        try (var store = new ContentStore(folder, 1000, false)) {
            put(store, content(0));
            put(store, content(1));
            // As if it had been killed
            Files.write(folder.resolve("7.part"), new byte[5]);
        }
        Files.write(folder.resolve(hash(content(1)).hex()), content(2));
        Files.writeString(folder.resolve("notes.txt"), "somebody's");
        try (var store = new ContentStore(folder, 1000, false)) {
            assertThat(store.total()).isEqualTo(200);
            assertThat(has(store, content(0))).isTrue();
            assertThat(has(store, content(1))).as("changed meanwhile").isFalse();
            assertThat(store.total()).isEqualTo(100);
        }
        assertThat(folder.resolve("7.part")).doesNotExist();
        assertThat(folder.resolve("notes.txt")).exists();
        try (var store = new ContentStore(folder, 50, false)) {
            assertThat(store.total()).as("the bound is a smaller one").isZero();
        }
    }

    /** What was written longest ago is taken to be what was not used longest. */
    @Test
    void ofWhatAnEarlierProcessLeftTheOldestGoesFirst() throws Exception {
        try (var store = new ContentStore(folder, 1000, false)) {
            for (int i = 0; i < 4; i++) {
                put(store, content(i));
            }
        }
        int[] ages = {2, 4, 1, 3};
        for (int i = 0; i < 4; i++) {
            var time = FileTime.from(Instant.EPOCH.plusSeconds(1_000_000 - ages[i]));
            Files.setLastModifiedTime(folder.resolve(hash(content(i)).hex()), time);
        }
        try (var store = new ContentStore(folder, 300, false)) {
            assertThat(store.total()).isEqualTo(300);
            assertThat(folder.resolve(hash(content(1)).hex())).doesNotExist();
            put(store, content(4));
            assertThat(store.total()).isEqualTo(300);
            assertThat(folder.resolve(hash(content(3)).hex())).doesNotExist();
            assertThat(has(store, content(0))).isTrue();
            assertThat(has(store, content(2))).isTrue();
        }
    }

    /** Two coordinators may send the same: it is there once, and counts once. */
    @Test
    void whatComesTwiceIsThereOnce() throws Exception {
        try (var store = new ContentStore(folder, 300, false)) {
            byte[] bytes = content(0);
            try (var one = store.begin(hash(bytes), 100);
                    var other = store.begin(hash(bytes), 100)) {
                one.add(0, bytes);
                other.add(0, bytes);
                one.finish();
                assertThat(store.use(hash(bytes))).exists();
                other.finish();
            }
            assertThat(store.total()).isEqualTo(100);
            // The first user has it still: nothing that comes sends it away
            assertThatThrownBy(() -> store.begin(hash(content(1)), 201))
                    .hasMessage("201 bytes do not fit: 100 of 300 are in use");
            store.giveBack(hash(bytes));
            assertThat(has(store, bytes)).isTrue();
            try (var files = Files.list(folder)) {
                assertThat(files.filter(file -> !isLock(file))).hasSize(1);
            }
        }
    }

    @Test
    void aTemporaryOneGoes() throws Exception {
        var own = folder.resolve("own");
        try (var store = new ContentStore(own, 1000, true)) {
            put(store, content(0));
        }
        assertThat(own).doesNotExist();
    }

    /** Two would write the same parts. */
    @Test
    void aFolderHasOneStore() throws Exception {
        var why = "another worker keeps its files there; a folder of its own expected";
        try (var store = new ContentStore(folder, 1000, false)) {
            try (var incoming = store.begin(hash(content(0)), 100)) {
                incoming.add(0, new byte[10]);
                assertThatThrownBy(() -> new ContentStore(folder, 1000, false))
                        .isInstanceOf(IOException.class)
                        .hasMessage(why);
                // The attempt has not given up the lock of this process
                assertThat(OtherProcess.start(folder).said()).isEqualTo(why);
                try (var parts = Files.list(folder)) {
                    assertThat(parts.filter(file -> file.toString().endsWith(".part"))).hasSize(1);
                }
                incoming.add(10, Arrays.copyOfRange(content(0), 10, 100));
            }
        }
        var other = OtherProcess.start(folder);
        assertThat(other.said()).isEqualTo("open");
        assertThatThrownBy(() -> new ContentStore(folder, 1000, false)).hasMessage(why);
        other.kill();
        new ContentStore(folder, 1000, false).close();
    }

    /** Of temporary ones; not those of processes that run, or of somebody else. */
    @Test
    void whatKilledProcessesLeftGoes() throws Exception {
        var killed = folder.resolve("worker-killed");
        var runs = folder.resolve("worker-runs");
        var mixed = folder.resolve("worker-mixed");
        for (var left : new Path[] {killed, runs, mixed}) {
            try (var store = new ContentStore(left, 1000, false)) {
                put(store, content(3));
            }
            Files.write(left.resolve("1.part"), new byte[5]);
            // Of one the system's clock was an hour ahead
            var age = left.equals(killed) ? Duration.ofHours(-1) : Duration.ofMinutes(1);
            Files.setLastModifiedTime(
                    left.resolve("worker.lock"), FileTime.from(Instant.now().minus(age)));
        }
        Files.writeString(mixed.resolve("notes.txt"), "somebody's");
        var young = folder.resolve("worker-young");
        new ContentStore(young, 1000, false).close();
        var unlocked = Files.createDirectory(folder.resolve("worker-without-lock"));
        var other = OtherProcess.start(killed);
        assertThat(other.said()).isEqualTo("open");
        other.kill();
        try (var held = new ContentStore(runs, 1000, false);
                var store = ContentStore.temporary(folder, "worker-", 1000)) {
            assertThat(killed).doesNotExist();
            assertThat(mixed).isDirectoryNotContaining(file -> !file.endsWith("notes.txt"));
            assertThat(has(held, content(3))).isTrue();
            assertThat(young).exists();
            assertThat(unlocked).exists();
            put(store, content(4));
        }
        try (var folders = Files.list(folder)) {
            assertThat(folders)
                    .as("its own is gone")
                    .containsExactlyInAnyOrder(mixed, runs, young, unlocked);
        }
    }

    /** As on a disk that is full, which says so late. */
    @Test
    void aPartThatCannotBeClosedGoes() throws Exception {
        ContentStore.Opener full =
                file ->
                        new FilterOutputStream(Files.newOutputStream(file)) {
                            @Override
                            public void close() throws IOException {
                                super.close();
                                throw new IOException("No space left on device");
                            }
                        };
        try (var store = new ContentStore(folder, 150, false, full)) {
            for (int i = 0; i < 3; i++) {
                // Of which two have no room at a time
                try (var incoming = store.begin(hash(content(i)), 100)) {
                    incoming.add(0, content(i));
                    if (i > 0) {
                        assertThatThrownBy(incoming::finish).hasMessageContaining("No space");
                    }
                }
                assertThat(folder).isDirectoryNotContaining(file -> !isLock(file));
                assertThat(store.total()).isZero();
            }
        }
    }

    /** Somebody else clears the folder, or a disk loses what was written to it. */
    @Test
    void whatSomebodyHasChangedIsNotThere() throws Exception {
        try (var store = new ContentStore(folder, 1000, false)) {
            for (int i = 0; i < 4; i++) {
                put(store, content(i));
            }
            Files.delete(folder.resolve(hash(content(0)).hex()));
            Files.write(folder.resolve(hash(content(1)).hex()), new byte[7]);
            var time = FileTime.from(Instant.EPOCH.plusSeconds(1_000_000));
            for (int i = 2; i < 4; i++) {
                var file = folder.resolve(hash(content(i)).hex());
                Files.write(file, content(3));
                Files.setLastModifiedTime(file, time);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(has(store, content(i))).as("%d", i).isFalse();
            }
            assertThat(has(store, content(3))).as("as it was, written again").isTrue();
            assertThat(store.total()).isEqualTo(100);
            for (int i = 0; i < 3; i++) {
                put(store, content(i));
                assertThat(has(store, content(i))).isTrue();
            }
            assertThat(store.total()).isEqualTo(400);
        }
    }

    /** Who uses it gives it back all the same, and it is content as any when it comes again. */
    @Test
    void whatIsChangedWhileItIsInUseComesAgain() throws Exception {
        try (var store = new ContentStore(folder, 100, false)) {
            var hash = hash(content(0));
            put(store, content(0));
            var file = store.use(hash);
            for (int i = 0; i < 2; i++) {
                Files.write(file, new byte[7]);
                assertThat(store.use(hash)).isNull();
                assertThat(store.total()).isZero();
                put(store, content(0));
                assertThat(store.use(hash)).isEqualTo(file).hasBinaryContent(content(0));
                assertThat(store.total()).isEqualTo(100);
            }
            Files.delete(file);
            assertThat(store.use(hash)).isNull();
            for (int i = 0; i < 3; i++) {
                store.giveBack(hash);
            }
            put(store, content(1));
            assertThat(has(store, content(1))).isTrue();
            assertThat(has(store, content(0))).isFalse();
        }
    }

    /** It is this store's as before, also for other processes. */
    @Test
    void aFolderThatIsRemovedIsMadeAgain() throws Exception {
        var why = "another worker keeps its files there; a folder of its own expected";
        var own = folder.resolve("beside/own");
        try (var store = new ContentStore(own, 1000, false)) {
            put(store, content(0));
            remove(own);
            Files.delete(own.getParent());
            assertThat(has(store, content(0))).isFalse();
            put(store, content(0));
            assertThat(has(store, content(0))).isTrue();
            assertThat(OtherProcess.start(own).said()).isEqualTo(why);
            // Without the lock somebody else may be there first
            remove(own);
            Files.createDirectory(own);
            var other = OtherProcess.start(own);
            assertThat(other.said()).isEqualTo("open");
            assertThatThrownBy(() -> put(store, content(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(why);
            other.kill();
            Files.delete(own.resolve("worker.lock"));
            put(store, content(1));
            assertThat(has(store, content(1))).isTrue();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** Nobody else reads what is there, as before, and it goes at the end. */
    @Test
    void aTemporaryFolderIsMadeAgainForItsOwnerAlone() throws Exception {
        try (var store = ContentStore.temporary(folder, "worker-", 1000)) {
            put(store, content(0));
            var own = store.use(hash(content(0))).getParent();
            boolean isPosix = own.getFileSystem().supportedFileAttributeViews().contains("posix");
            var before = isPosix ? Files.getPosixFilePermissions(own) : null;
            remove(own);
            put(store, content(1));
            assertThat(has(store, content(1))).isTrue();
            assertThat(isPosix ? Files.getPosixFilePermissions(own) : null).isEqualTo(before);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aHashIsNoPlace() {
        assertThatThrownBy(() -> new ContentHash("../" + "a".repeat(61)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ContentHash("A".repeat(64)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
