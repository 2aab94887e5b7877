# Makes a root directory for one program, enters it and executes the command after `--`. Runs with all privileges as
# the first process of new mount, process, network, IPC and host name namespaces.
#
# privateRoot.sh ROOT [ro PATH | link TARGET PATH | hide PATH]... rw PATH SHORT (sealed | open) -- COMMAND [ARG]...
#   ro      mount a path of the machine read-only at the same path, with all mounts below it
#   link    make a symbolic link
#   hide    cover a file or directory that an earlier path shows
#   rw      mount the program's writable directory, also at a short path
#   sealed  forbid further user namespaces; only inside a new user namespace, because the limit belongs to it
set -eu

root=$1
shift

mount -t tmpfs -o nosuid,nodev,mode=0755,size=1m tmpfs "$root"
mkdir "$root/proc" "$root/dev" "$root/dev/shm" "$root/tmp" "$root/.machine"
# Mounted first, because the paths to show may be below /tmp.
mount -t tmpfs -o nosuid,nodev,mode=1777,size=64m tmpfs "$root/tmp"
mount -t tmpfs -o nosuid,nodev,mode=1777,size=16m tmpfs "$root/dev/shm"

place() {
  if [ -d "$1" ]; then mkdir -p "$root$1"; else
    mkdir -p "$root${1%/*}"
    : >"$root$1"
  fi
}

while [ "$1" != -- ]; do
  case $1 in
    ro)
      place "$2"
      mount --rbind -o ro,nosuid,nodev "$2" "$root$2"
      shift 2
      ;;
    link)
      mkdir -p "$root${3%/*}"
      ln -s "$2" "$root$3"
      shift 3
      ;;
    hide)
      if [ -d "$root$2" ]; then
        mount -t tmpfs -o nosuid,nodev,mode=0755,size=64k tmpfs "$root$2"
      elif [ -e "$root$2" ]; then
        mount --bind -o ro /dev/null "$root$2"
      fi
      shift 2
      ;;
    rw)
      scratch=$2
      place "$2"
      short=$3
      mount --bind -o nosuid,nodev "$2" "$root$2"
      mkdir "$root$short"
      mount --bind -o nosuid,nodev "$2" "$root$short"
      shift 3
      ;;
    sealed | open)
      nesting=$1
      shift
      ;;
  esac
done
shift

# `ro` does not apply to mounts below the path, so each of them is remounted read-only.
while read -r _ _ _ _ point options _; do
  case $point in
    *\\*) point=$(printf '%b' "$point") ;;
  esac
  case "$point $options" in
    "$root/tmp "* | "$root/dev/shm "* | "$root$scratch "* | "$root$short "*) ;;
    "$root"/*" rw"*) mount -o "remount,bind,ro,${options#rw,}" "$point" ;;
  esac
done </proc/self/mountinfo

for device in null zero full random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir -p "$root/etc"
printf 'nobody:x:%s:%s::%s:/bin/sh\n' "$(id -u)" "$(id -g)" "$scratch" >"$root/etc/passwd"
printf '127.0.0.1 localhost\n' >"$root/etc/hosts"

# Some containers forbid mounting /proc. Most programs work without it.
mount -t proc -o nosuid,nodev,noexec proc "$root/proc" 2>/dev/null || :
[ "$nesting" = open ] || echo 0 >"$root/proc/sys/user/max_user_namespaces" || :
# The kernel kills the program first when the machine runs out of memory.
echo 1000 >/proc/self/oom_score_adj || :
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null ||
  perl -e 'socket(S,2,2,0) && ioctl(S,0x8914,pack("a16s","lo",0x41)) or exit 1' 2>/dev/null || :

cd "$root"
pivot_root . .machine
umount -l /.machine
mount -o remount,bind,ro,nosuid,nodev /
cd "$scratch"
exec "$@"
